/* A stand-in for the Windows spooler: one printer, and one job that becomes what the test says. No headers are needed. */

typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned char u8;
typedef unsigned short u16;

static u8 paper[65536];
static u32 printed, job_status, job_exists, printer_status, printer_attributes, jobs, refuses, part, open_handles;
static u16 title[128], type[16];

static const u16 NAME[] = {'T', 'M', '-', 'T', '2', '0', ' ', 0xe4, 0};
static const u16 PORT[] = {'U', 'S', 'B', '0', '0', '1', 0};
static const u16 DRIVER[] = {'G', 'e', 'n', 'e', 'r', 'i', 'c', 0};
static const u16 SAYS[] = {'A', 's', 'k', ' ', 'A', 'n', 'n', 'a', 0};

static u32 length(const u16 *text) {
  u32 count = 0;
  while (text[count]) count++;
  return count + 1;
}

static int same(const u16 *left, const u16 *right) {
  while (*left && *left == *right) left++, right++;
  return *left == *right;
}

static void copy(u16 *to, const u16 *from) {
  u32 count = length(from);
  for (u32 index = 0; index < count; index++) to[index] = from[index];
}

/* Puts a text at the end of what is used, and its address where a structure wants it. */
static u32 put(u8 *buffer, u32 field, u32 used, const u16 *text) {
  copy((u16 *)(buffer + used), text);
  *(u64 *)(buffer + field) = (u64)(buffer + used);
  return used + 2 * length(text);
}

static void fill_printer(u8 *buffer) {
  u32 used = put(buffer, 8, 136, NAME);
  used = put(buffer, 24, used, PORT);
  put(buffer, 32, used, DRIVER);
  *(u32 *)(buffer + 104) = printer_attributes;
  *(u32 *)(buffer + 124) = printer_status;
  *(u32 *)(buffer + 128) = jobs;
}

#define PRINTER_BYTES (136 + sizeof NAME + sizeof PORT + sizeof DRIVER)

int EnumPrintersW(u32 flags, void *server, u32 level, u8 *buffer, u32 size, u32 *needed, u32 *returned) {
  *needed = PRINTER_BYTES;
  *returned = 0;
  if (flags != 6 || level != 2 || size < PRINTER_BYTES) return 0;
  fill_printer(buffer);
  *returned = 1;
  return 1;
}

int OpenPrinterW(const u16 *name, u64 *handle, void *defaults) {
  if (!same(name, NAME)) return 0;
  *handle = 0x123456789abcULL;
  open_handles++;
  return 1;
}

int GetPrinterW(u64 handle, u32 level, u8 *buffer, u32 size, u32 *needed) {
  *needed = PRINTER_BYTES;
  if (handle != 0x123456789abcULL || level != 2 || size < PRINTER_BYTES) return 0;
  fill_printer(buffer);
  return 1;
}

u32 StartDocPrinterW(u64 handle, u32 level, u64 *document) {
  if (refuses || level != 1 || document[1] != 0) return 0;
  copy(title, (const u16 *)document[0]);
  copy(type, (const u16 *)document[2]);
  job_exists = 1;
  return 7;
}

int StartPagePrinter(u64 handle) { return 1; }

/* Takes no more than a part at once, as a spooler may. */
int WritePrinter(u64 handle, const u8 *bytes, u32 count, u32 *written) {
  if (part && printed >= part) return 0;
  if (count > 1000) count = 1000;
  for (u32 index = 0; index < count; index++) paper[printed++] = bytes[index];
  *written = count;
  return 1;
}

int EndPagePrinter(u64 handle) { return 1; }
int EndDocPrinter(u64 handle) { return 1; }

int AbortPrinter(u64 handle) {
  job_exists = 0;
  return 1;
}

int GetJobW(u64 handle, u32 job, u32 level, u8 *buffer, u32 size, u32 *needed) {
  *needed = 0;
  if (job != 7 || level != 1 || !job_exists) return 0;
  *needed = 96 + sizeof SAYS;
  if (size < *needed) return 0;
  put(buffer, 48, 96, SAYS);
  *(u32 *)(buffer + 56) = job_status;
  return 1;
}

int SetJobW(u64 handle, u32 job, u32 level, void *info, u32 command) {
  if (job != 7 || command != 5) return 0;
  job_exists = 0;
  return 1;
}

int ClosePrinter(u64 handle) {
  open_handles--;
  return 1;
}

void set(u32 what, u32 value) {
  u32 *facts[] = {&printed, &job_status, &job_exists, &printer_status, &printer_attributes, &jobs, &refuses, &part};
  *facts[what] = value;
}

u32 printed_bytes(void) { return printed; }
u32 handles(void) { return open_handles; }
u8 *paper_bytes(void) { return paper; }
u16 *title_text(void) { return title; }
u16 *type_text(void) { return type; }
