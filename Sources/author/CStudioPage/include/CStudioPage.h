// The page of `afterglow studio` as bytes of the program: it needs no files and no network.
#pragma once

typedef struct ag_page_file {
  /// Its path below the page's address, such as app.js.
  const char *name;
  const unsigned char *base;
  long count;
} ag_page_file;

/// All files, as many as `ag_page_file_count`.
const ag_page_file *ag_page_files(void);
long ag_page_file_count(void);
