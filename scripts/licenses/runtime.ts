import type { Component } from "./component.ts";

/*
 * What no package tells: the runtime that each executable carries, and what was linked into it and into the WebAssembly engines.
 * The parts of Bun are those of its own list (LICENSE.md in its repository), their versions those that it tells itself.
 */

type Row = readonly [
  name: string,
  license: string,
  copyright: string,
  address: string,
  /** What its makers number it; or what `process.versions` calls it, which tells of the Bun that builds. */
  version?: string,
];

const MICROSOFT = "Copyright (c) 2018-2025 Microsoft Corporation, Daan Leijen";
const LITESPEED = "Copyright (c) 2017-2025 LiteSpeed Technologies Inc";
const JPEG =
  "Copyright (C) 1991-2026 The libjpeg-turbo Project and many others. This software is based in part on the work of the Independent JPEG Group.";
const BASE64 =
  "Copyright (c) 2005-2007 Nick Galbreath; 2015-2018 Wojciech Mula; 2016-2017 Matthieu Darbois; 2013-2022 Alfred Klomp";

const RUNTIME_PARTS: readonly Row[] = [
  [
    "JavaScriptCore and WebKit",
    "LGPL-2.0-or-later AND BSD-2-Clause",
    "Copyright (C) Apple Inc. and others",
    "https://github.com/oven-sh/WebKit",
    "webkit",
  ],
  [
    "BoringSSL",
    "Apache-2.0",
    "Copyright (c) The OpenSSL Project Authors, Google Inc. and others",
    "https://boringssl.googlesource.com/boringssl/",
    "boringssl",
  ],
  ["Brotli", "MIT", "Copyright (c) 2009-2016 by the Brotli Authors", "https://github.com/google/brotli"],
  [
    "libarchive",
    "BSD-2-Clause",
    "Copyright (c) 2003-2018 Tim Kientzle and others",
    "https://github.com/libarchive/libarchive",
    "libarchive",
  ],
  [
    "lol-html",
    "BSD-3-Clause",
    "Copyright (C) 2019 Cloudflare, Inc.",
    "https://github.com/cloudflare/lol-html",
    "lolhtml",
  ],
  ["ls-hpack", "MIT", LITESPEED, "https://github.com/litespeedtech/ls-hpack", "lshpack"],
  ["ls-qpack", "MIT", LITESPEED, "https://github.com/litespeedtech/ls-qpack"],
  [
    "lsquic",
    "MIT AND BSD-3-Clause",
    `${LITESPEED}; 2015 The Chromium Authors`,
    "https://github.com/litespeedtech/lsquic",
  ],
  ["mimalloc", "MIT", MICROSOFT, "https://github.com/microsoft/mimalloc", "mimalloc"],
  [
    "picohttpparser",
    "MIT",
    "Copyright (c) 2009-2014 Kazuho Oku, Tokuhiro Matsuno, Daisuke Murase, Shigeo Mitsunari",
    "https://github.com/h2o/picohttpparser",
    "picohttpparser",
  ],
  [
    "Zstandard",
    "BSD-3-Clause",
    "Copyright (c) Meta Platforms, Inc. and affiliates",
    "https://github.com/facebook/zstd",
    "zstd",
  ],
  ["simdutf", "Apache-2.0", "Copyright 2021 The simdutf authors", "https://github.com/simdutf/simdutf"],
  [
    "TinyCC",
    "LGPL-2.1-or-later",
    "Copyright (c) 2001-2004 Fabrice Bellard and others",
    "https://github.com/oven-sh/tinycc",
    "tinycc",
  ],
  [
    "uSockets and uWebSockets",
    "Apache-2.0",
    "Copyright Alex Hultman and contributors",
    "https://github.com/uNetworking/uSockets",
    "usockets",
  ],
  [
    "zlib-ng",
    "Zlib",
    "(C) 1995-2024 Jean-loup Gailly and Mark Adler, and the authors of zlib-ng",
    "https://github.com/zlib-ng/zlib-ng",
    "zlib",
  ],
  [
    "c-ares",
    "MIT",
    "Copyright (c) 1998 Massachusetts Institute of Technology; 2007-2023 Daniel Stenberg and others",
    "https://github.com/c-ares/c-ares",
    "ares",
  ],
  [
    "ICU",
    "Unicode-3.0",
    "Copyright (c) 2016-2025 Unicode, Inc.",
    "https://github.com/unicode-org/icu",
    "icu",
  ],
  ["base64", "BSD-2-Clause", BASE64, "https://github.com/aklomp/base64"],
  [
    "libuv (in the executables for Windows)",
    "MIT",
    "Copyright (c) 2015-present libuv project contributors",
    "https://github.com/libuv/libuv",
    "uv",
  ],
  [
    "libdeflate",
    "MIT",
    "Copyright 2016 Eric Biggers; 2024 Google LLC",
    "https://github.com/ebiggers/libdeflate",
    "libdeflate",
  ],
  ["libjpeg-turbo", "IJG AND BSD-3-Clause AND Zlib", JPEG, "https://github.com/libjpeg-turbo/libjpeg-turbo"],
  ["libspng", "BSD-2-Clause", "Copyright (c) 2018-2023 Randy", "https://github.com/randy408/libspng"],
  ["libwebp", "BSD-3-Clause", "Copyright (c) 2010 Google Inc.", "https://github.com/webmproject/libwebp"],
  ["Highway", "Apache-2.0", "Copyright (c) The Highway Project Authors", "https://github.com/google/highway"],
  ["uucode", "MIT", "Copyright (c) 2025 Jacob Sandlund", "https://github.com/jacobsandlund/uucode"],
  [
    "parts of TigerBeetle",
    "Apache-2.0",
    "Copyright TigerBeetle, Inc.",
    "https://github.com/tigerbeetle/tigerbeetle",
  ],
  [
    "parts of LLVM's libc++abi",
    "Apache-2.0 WITH LLVM-exception",
    "Copyright (c) The LLVM Project",
    "https://github.com/llvm/llvm-project",
  ],
  ["llhttp", "MIT", "Copyright Fedor Indutny, 2018", "https://github.com/nodejs/llhttp", "llhttp"],
  ["SQLite", "blessing", "In the public domain", "https://www.sqlite.org/", "sqlite"],
  ["parts of esbuild", "MIT", "Copyright (c) 2020 Evan Wallace", "https://github.com/evanw/esbuild"],
  [
    "packages of npm that stand for Node's modules",
    "MIT",
    "Copyright (c) the authors of acorn, assert, buffer, events, stream-browserify, string_decoder, url, util and others",
    "https://github.com/oven-sh/bun/blob/main/LICENSE.md",
  ],
];

/** What is in the engines that read pictures, by the package that brings them. */
const ENGINE_PARTS: Readonly<Record<string, readonly Row[]>> = {
  "tesseract.js-core": [
    [
      "Tesseract OCR",
      "Apache-2.0",
      "Copyright Google Inc. and others",
      "https://github.com/tesseract-ocr/tesseract",
      "5.1.0",
    ],
    [
      "Leptonica",
      "BSD-2-Clause",
      "Copyright (C) 2001-2020 Leptonica",
      "https://github.com/DanBloomberg/leptonica",
    ],
    [
      "libpng",
      "libpng-2.0",
      "Copyright (c) 1995-2022 The PNG Reference Library Authors",
      "http://www.libpng.org/",
      "1.6.38",
    ],
    [
      "libjpeg",
      "IJG",
      "Copyright (C) 2014, Thomas G. Lane, Guido Vollbeding. This software is based in part on the work of the Independent JPEG Group.",
      "https://ijg.org/",
      "9",
    ],
    [
      "LibTIFF",
      "libtiff",
      "Copyright (c) 1988-1997 Sam Leffler; 1991-1997 Silicon Graphics, Inc.",
      "https://gitlab.com/libtiff/libtiff",
    ],
    ["libwebp", "BSD-3-Clause", "Copyright (c) 2010 Google Inc.", "https://github.com/webmproject/libwebp"],
    ["GIFLIB", "MIT", "Copyright (c) 1997 Eric S. Raymond", "https://giflib.sourceforge.net/"],
    ["zlib", "Zlib", "(C) 1995-2022 Jean-loup Gailly and Mark Adler", "https://zlib.net/", "1.2.12"],
    [
      "OpenJPEG",
      "BSD-2-Clause",
      "Copyright (c) 2002-2014 Universite catholique de Louvain and others",
      "https://www.openjpeg.org/",
    ],
  ],
  "zxing-wasm": [
    [
      "ZXing-C++",
      "Apache-2.0",
      "Copyright Axel Waggershauser and the ZXing authors",
      "https://github.com/zxing-cpp/zxing-cpp",
    ],
    ["Zint", "BSD-3-Clause", "Copyright (C) 2008-2025 Robin Stuart and others", "https://zint.org.uk/"],
  ],
  "@tesseract.js-data": [
    [
      "language models of Tesseract (tessdata_best)",
      "Apache-2.0",
      "Copyright Google Inc. and others",
      "https://github.com/tesseract-ocr/tessdata_best",
    ],
  ],
};

/** The runtime with its parts. @param version of Bun */
export function runtimeComponents(version: string): Component[] {
  const bun: Row = [
    "Bun",
    "MIT",
    "Copyright (c) Oven, Inc. and contributors",
    "https://github.com/oven-sh/bun",
  ];
  return [
    { ...row(bun, null), version, packageAddress: `pkg:github/oven-sh/bun@bun-v${version}` },
    ...RUNTIME_PARTS.map((part) => row(part, "Bun")),
  ];
}

/** What is in the engines and models of packages. @param packages the names of all that are in the executable */
export function engineComponents(packages: readonly string[]): Component[] {
  return Object.entries(ENGINE_PARTS).flatMap(([name, parts]) => {
    const within = packages.find((each) => each === name || each.startsWith(`${name}/`));
    return within === undefined ? [] : parts.map((part) => row(part, within));
  });
}

function row([name, license, copyright, address, version]: Row, within: string | null): Component {
  return {
    name,
    version:
      version === undefined || /^\d/.test(version) ? (version ?? null) : (process.versions[version] ?? null),
    license,
    copyright,
    address,
    packageAddress: null,
    within,
    texts: [],
  };
}
