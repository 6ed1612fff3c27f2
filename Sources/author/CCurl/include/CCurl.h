// libcurl's multi interface behind a few calls of our own, so that its variadic functions and its rules stay in one file.
// The library is loaded when the first page is asked for: a program that asks for none keeps its memory and its start.
#pragma once

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

struct ag_web;
struct ag_web_transfer;

// Of all headers of an answer, in bytes: more than any server sends. libcurl has a limit of 100 KiB for one line.
#define AG_WEB_HEADER_LIMIT 65536

struct ag_web_request {
  // http or https; anything else is refused by the library.
  const char *url;
  // Lines "Name: value", ended by a null pointer.
  const char *_Nullable const *_Nullable headers;
  const char *user_agent;
  // Another one than GET; null = GET.
  const char *_Nullable method;
  // Sent with the method; not copied into headers, logs or messages.
  const uint8_t *_Nullable body;
  size_t body_count;
  // A file of certificates that are trusted instead of the system's; null = the system's.
  const char *_Nullable certificates;
  // Of the body, after decompression.
  int64_t limit_bytes;
  int64_t timeout_ms;
  int64_t connect_timeout_ms;
};

// Why a transfer ended; everything that a panel's owner can do something about has a word of its own.
enum ag_web_end {
  AG_WEB_DONE = 0,
  AG_WEB_NO_NAME,        // the host's name is not known, or no name server answers
  AG_WEB_NO_PROXY_NAME,  // the same for a proxy
  AG_WEB_REFUSED,        // no connection
  AG_WEB_TIMED_OUT,
  AG_WEB_TLS,            // no secure connection: protocol
  AG_WEB_CERTIFICATE,    // the host's certificate is not valid
  AG_WEB_CUT,            // it ended before the length that was announced
  AG_WEB_TOO_LARGE,
  AG_WEB_HEADERS_TOO_LARGE,
  AG_WEB_NOT_HTTP,       // what was answered is no HTTP, or its encoding is broken
  AG_WEB_BAD_ADDRESS,    // the address cannot be used
  AG_WEB_NO_MEMORY,
  AG_WEB_OTHER,
};

struct ag_web_result {
  int64_t identifier;
  enum ag_web_end end;
  // HTTP's; 0 = none was received.
  int64_t status;
  // The library's own words for `end`; they may name the host.
  const char *_Nullable words;
  // The library's general words for its kind of error, which name nothing of the request.
  const char *_Nullable general_words;
  // All headers of the last answer as received, and its body.
  const char *_Nullable headers;
  size_t header_count;
  const uint8_t *_Nullable body;
  size_t body_count;
};

struct ag_web_descriptor {
  int32_t descriptor;
  // Set by ag_web_wait: there is something to read, or it was closed.
  int32_t is_ready;
};

// null where libcurl is not installed, with the reason in `reason`, or without memory.
struct ag_web *_Nullable ag_web_open(char *reason, size_t count);
void ag_web_close(struct ag_web *web);

// Starts a transfer; false without memory. Nothing of the request is kept.
int32_t ag_web_start(struct ag_web *web, int64_t identifier, const struct ag_web_request *request);

// Waits for any transfer or descriptor, at most so long, and moves the transfers on.
void ag_web_wait(struct ag_web *web, struct ag_web_descriptor *_Nullable others, size_t count, int32_t timeout_ms);

// Interrupts ag_web_wait, from any thread.
void ag_web_wake(struct ag_web *web);

// The next transfer that has ended; null = none. Its result is valid until ag_web_release.
struct ag_web_transfer *_Nullable ag_web_next(struct ag_web *web, struct ag_web_result *result);
void ag_web_release(struct ag_web_transfer *transfer);

#pragma clang assume_nonnull end
