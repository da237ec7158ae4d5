/* A stand-in for the service manager of Windows: it notes what it is told, and answers what the test says. */
typedef unsigned short wide;
typedef unsigned int u32;
typedef unsigned long long u64;

enum { REFUSES, EXISTS, UNKNOWN_LEVEL, STATE, EXIT_CODE, PROCESS, FACTS };
static u32 facts[FACTS];
static u32 error, open_handles, created, changed, start_kind, restarts, first_wait, levels;
static wide path[512], account[128], description[256];

void set(u32 fact, u32 value) { facts[fact] = value; }
void forget(void) { created = changed = start_kind = restarts = first_wait = levels = 0; path[0] = account[0] = 0; }
u32 told(u32 which) {
  u32 all[] = {open_handles, created, changed, start_kind, restarts, first_wait, levels};
  return all[which];
}
wide *path_text(void) { return path; }
wide *account_text(void) { return account; }
wide *description_text(void) { return description; }

static void copy(wide *to, const wide *from) {
  while ((*to++ = *from++)) {}
}
static u64 handle(void) {
  if (facts[REFUSES]) { error = facts[REFUSES]; return 0; }
  open_handles++;
  return 7;
}

u32 GetLastError(void) { return error; }
u64 OpenSCManagerW(void *machine, void *database, u32 access) { return handle(); }
u64 OpenServiceW(u64 manager, wide *name, u32 access) {
  if (!facts[EXISTS]) { error = 1060; return 0; }
  return handle();
}
u64 CreateServiceW(u64 manager, wide *name, wide *title, u32 access, u32 kind, u32 start, u32 fault, wide *command,
                   void *group, void *tag, void *needs, wide *user, void *password) {
  if (facts[EXISTS]) { error = 1073; return 0; }
  created++; start_kind = start; copy(path, command); copy(account, user);
  return handle();
}
int ChangeServiceConfigW(u64 service, u32 kind, u32 start, u32 fault, wide *command, void *group, void *tag, void *needs,
                         wide *user, void *password, wide *title) {
  changed++; start_kind = start; copy(path, command); copy(account, user);
  return 1;
}
int ChangeServiceConfig2W(u64 service, u32 level, void *told_of) {
  if (level == facts[UNKNOWN_LEVEL]) { error = 124; return 0; }
  levels |= 1u << level;
  if (level == 1) copy(description, *(wide **)told_of);
  if (level == 2) {
    u64 *actions = told_of;
    restarts = (u32)actions[3];
    first_wait = ((u32 *)actions[4])[1];
  }
  return 1;
}
int QueryServiceStatusEx(u64 service, u32 level, u32 *status, u32 bytes, u32 *needed) {
  status[1] = facts[STATE]; status[3] = facts[EXIT_CODE] ? 1066 : 0; status[4] = facts[EXIT_CODE]; status[7] = facts[PROCESS];
  return 1;
}
int StartServiceW(u64 service, u32 count, void *words) { error = 1056; return 0; }
int ControlService(u64 service, u32 control, void *status) { error = 1062; return 0; }
int DeleteService(u64 service) { return 1; }
int CloseServiceHandle(u64 service) { open_handles--; return 1; }
int StartServiceCtrlDispatcherW(void *table) { return 0; }
u64 RegisterServiceCtrlHandlerExW(void *name, u64 handler, void *context) { return 0; }
int SetServiceStatus(u64 service, void *status) { return 0; }
u64 VirtualAlloc(void *at, u64 bytes, u32 how, u32 rights) { return 0; }
int VirtualProtect(u64 at, u64 bytes, u32 rights, void *before) { return 0; }
