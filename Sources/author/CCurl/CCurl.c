#define _GNU_SOURCE 1
#include "CCurl.h"

#include <curl/curl.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Every function of libcurl that is used.
#define FUNCTIONS(use)                                                                                             \
  use(curl_global_init) use(curl_easy_init) use(curl_easy_cleanup) use(curl_easy_setopt) use(curl_easy_getinfo)   \
      use(curl_easy_strerror) use(curl_slist_append) use(curl_slist_free_all) use(curl_multi_init)                 \
          use(curl_multi_cleanup) use(curl_multi_setopt) use(curl_multi_add_handle) use(curl_multi_remove_handle)  \
              use(curl_multi_perform) use(curl_multi_poll) use(curl_multi_wakeup) use(curl_multi_info_read)

static struct {
#define MEMBER(name) __typeof__(&name) name##_;
  FUNCTIONS(MEMBER)
  int is_loaded;
} curl;

// libcurl's header checks the types of options by macros around these names.
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

struct ag_web {
  CURLM *multi;
  // Transfers that ag_web_next has not returned.
  int count;
};

struct buffer {
  uint8_t *bytes;
  size_t count;
  size_t capacity;
};

struct ag_web_transfer {
  int64_t identifier;
  CURLM *multi;
  CURL *easy;
  struct curl_slist *lines;
  struct buffer headers;
  struct buffer body;
  size_t limit;
  int is_too_large;
  int has_too_large_headers;
  int has_no_memory;
  char words[CURL_ERROR_SIZE];
};

static int load(char *reason, size_t count) {
  if (curl.is_loaded) return 1;
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) library = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    snprintf(reason, count, "libcurl.so.4 is not installed");
    return 0;
  }
#define LOAD(name)                                                          \
  curl.name##_ = (__typeof__(&name))dlsym(library, #name);                  \
  if (!curl.name##_) {                                                      \
    snprintf(reason, count, "libcurl.so.4 is too old: it has no %s", #name); \
    return 0;                                                               \
  }
  FUNCTIONS(LOAD)
  if (curl.curl_global_init_(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
    snprintf(reason, count, "libcurl cannot be initialised");
    return 0;
  }
  curl.is_loaded = 1;
  return 1;
}

struct ag_web *ag_web_open(char *reason, size_t count) {
  if (!load(reason, count)) return 0;
  struct ag_web *web = calloc(1, sizeof *web);
  if (web) web->multi = curl.curl_multi_init_();
  if (!web || !web->multi) {
    free(web);
    snprintf(reason, count, "no memory");
    return 0;
  }
  return web;
}

void ag_web_close(struct ag_web *web) {
  curl.curl_multi_cleanup_(web->multi);
  free(web);
}

static int append(struct buffer *buffer, const void *bytes, size_t count) {
  if (buffer->capacity - buffer->count < count) {
    size_t capacity = buffer->capacity ? buffer->capacity : 4096;
    while (capacity - buffer->count < count) capacity *= 2;
    uint8_t *grown = realloc(buffer->bytes, capacity);
    if (!grown) return 0;
    buffer->bytes = grown;
    buffer->capacity = capacity;
  }
  memcpy(buffer->bytes + buffer->count, bytes, count);
  buffer->count += count;
  return 1;
}

static size_t take_body(char *bytes, size_t size, size_t items, void *user) {
  struct ag_web_transfer *transfer = user;
  size_t count = size * items;
  if (count > transfer->limit - transfer->body.count) {
    transfer->is_too_large = 1;
    return 0;
  }
  if (!append(&transfer->body, bytes, count)) {
    transfer->has_no_memory = 1;
    return 0;
  }
  return count;
}

static size_t take_header(char *bytes, size_t size, size_t items, void *user) {
  struct ag_web_transfer *transfer = user;
  size_t count = size * items;
  // A proxy's answer and "100 Continue" come before the host's own.
  if (count > 5 && memcmp(bytes, "HTTP/", 5) == 0) transfer->headers.count = 0;
  if (count > AG_WEB_HEADER_LIMIT - transfer->headers.count) {
    transfer->has_too_large_headers = 1;
    return 0;
  }
  if (!append(&transfer->headers, bytes, count)) {
    transfer->has_no_memory = 1;
    return 0;
  }
  return count;
}

static void set_up(struct ag_web_transfer *transfer, const struct ag_web_request *request) {
  CURL *easy = transfer->easy;
  curl.curl_easy_setopt_(easy, CURLOPT_URL, request->url);
#if LIBCURL_VERSION_NUM >= 0x075500
  if (curl.curl_easy_setopt_(easy, CURLOPT_PROTOCOLS_STR, "http,https") != CURLE_OK)
#endif
  {
    // CURLOPT_PROTOCOLS, CURLPROTO_HTTP | CURLPROTO_HTTPS: libraries before 7.85.
    curl.curl_easy_setopt_(easy, (CURLoption)181, 3L);
  }
  curl.curl_easy_setopt_(easy, CURLOPT_FOLLOWLOCATION, 0L);
  curl.curl_easy_setopt_(easy, CURLOPT_HTTPHEADER, transfer->lines);
  curl.curl_easy_setopt_(easy, CURLOPT_USERAGENT, request->user_agent);
  if (request->method) curl.curl_easy_setopt_(easy, CURLOPT_CUSTOMREQUEST, request->method);
  if (request->body) {
    curl.curl_easy_setopt_(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_count);
    curl.curl_easy_setopt_(easy, CURLOPT_COPYPOSTFIELDS, (const char *)request->body);
  }
  // All encodings that the library knows.
  curl.curl_easy_setopt_(easy, CURLOPT_ACCEPT_ENCODING, "");
  curl.curl_easy_setopt_(easy, CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)request->limit_bytes);
  curl.curl_easy_setopt_(easy, CURLOPT_TIMEOUT_MS, (long)request->timeout_ms);
  curl.curl_easy_setopt_(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)request->connect_timeout_ms);
  curl.curl_easy_setopt_(easy, CURLOPT_NOSIGNAL, 1L);
  // Minutes pass until the next request: an open connection would only take memory.
  curl.curl_easy_setopt_(easy, CURLOPT_FORBID_REUSE, 1L);
  curl.curl_easy_setopt_(easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
  if (request->certificates) curl.curl_easy_setopt_(easy, CURLOPT_CAINFO, request->certificates);
  curl.curl_easy_setopt_(easy, CURLOPT_ERRORBUFFER, transfer->words);
  curl.curl_easy_setopt_(easy, CURLOPT_WRITEFUNCTION, take_body);
  curl.curl_easy_setopt_(easy, CURLOPT_WRITEDATA, transfer);
  curl.curl_easy_setopt_(easy, CURLOPT_HEADERFUNCTION, take_header);
  curl.curl_easy_setopt_(easy, CURLOPT_HEADERDATA, transfer);
  curl.curl_easy_setopt_(easy, CURLOPT_PRIVATE, transfer);
}

static void clear(struct ag_web_transfer *transfer) {
  if (transfer->easy) curl.curl_easy_cleanup_(transfer->easy);
  curl.curl_slist_free_all_(transfer->lines);
  // A body may hold what only its reader may see.
  if (transfer->headers.bytes) explicit_bzero(transfer->headers.bytes, transfer->headers.capacity);
  free(transfer->headers.bytes);
  free(transfer->body.bytes);
  free(transfer);
}

int32_t ag_web_start(struct ag_web *web, int64_t identifier, const struct ag_web_request *request) {
  struct ag_web_transfer *transfer = calloc(1, sizeof *transfer);
  if (!transfer) return 0;
  transfer->identifier = identifier;
  transfer->multi = web->multi;
  transfer->limit = (size_t)request->limit_bytes;
  transfer->easy = curl.curl_easy_init_();
  int is_complete = transfer->easy != 0;
  for (const char *const *line = request->headers; line && *line && is_complete; line++) {
    struct curl_slist *longer = curl.curl_slist_append_(transfer->lines, *line);
    if (longer) transfer->lines = longer;
    is_complete = longer != 0;
  }
  if (is_complete) set_up(transfer, request);
  if (!is_complete || curl.curl_multi_add_handle_(web->multi, transfer->easy) != CURLM_OK) {
    clear(transfer);
    return 0;
  }
  web->count++;
  return 1;
}

void ag_web_wait(struct ag_web *web, struct ag_web_descriptor *others, size_t count, int32_t timeout_ms) {
  struct curl_waitfd waiting[64];
  if (count > 64) count = 64;
  for (size_t i = 0; i < count; i++) {
    waiting[i] = (struct curl_waitfd){others[i].descriptor, CURL_WAIT_POLLIN, 0};
  }
  int running = 0;
  // What is new has no descriptor to wait for before this.
  curl.curl_multi_perform_(web->multi, &running);
  // One has ended already, as for an address that cannot be used.
  if (running < web->count) timeout_ms = 0;
  CURLMcode code = curl.curl_multi_poll_(web->multi, waiting, (unsigned)count, timeout_ms, 0);
  for (size_t i = 0; i < count; i++) others[i].is_ready = code == CURLM_OK && waiting[i].revents != 0;
  curl.curl_multi_perform_(web->multi, &running);
}

void ag_web_wake(struct ag_web *web) { curl.curl_multi_wakeup_(web->multi); }

// Whether headers have begun, and their empty line has not come.
static int is_in_headers(const struct buffer *headers) {
  return headers->count >= 3 && memcmp(headers->bytes + headers->count - 3, "\n\r\n", 3) != 0;
}

// Whether libcurl has met a limit of its own: a line that is too long ends as one without memory (before 8.6) or as
// CURLE_TOO_LARGE, and too many lines as an error of reading.
static int has_met_header_limit(CURLcode code, const struct ag_web_transfer *transfer) {
  const CURLcode too_large = (CURLcode)100;
  if (code == CURLE_RECV_ERROR) return strstr(transfer->words, "response headers") != 0;
  return (code == CURLE_OUT_OF_MEMORY || code == too_large) && is_in_headers(&transfer->headers);
}

static enum ag_web_end end_of(CURLcode code, const struct ag_web_transfer *transfer) {
  if (transfer->is_too_large) return AG_WEB_TOO_LARGE;
  if (transfer->has_no_memory) return AG_WEB_NO_MEMORY;
  if (transfer->has_too_large_headers || has_met_header_limit(code, transfer)) return AG_WEB_HEADERS_TOO_LARGE;
  switch (code) {
    case CURLE_OK: return AG_WEB_DONE;
    case CURLE_COULDNT_RESOLVE_HOST: return AG_WEB_NO_NAME;
    case CURLE_COULDNT_RESOLVE_PROXY: return AG_WEB_NO_PROXY_NAME;
    case CURLE_COULDNT_CONNECT: return AG_WEB_REFUSED;
    case CURLE_OPERATION_TIMEDOUT: return AG_WEB_TIMED_OUT;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CIPHER: return AG_WEB_TLS;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR: return AG_WEB_CERTIFICATE;
    case CURLE_PARTIAL_FILE:
    case CURLE_GOT_NOTHING:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_HTTP2_STREAM: return AG_WEB_CUT;
    case CURLE_FILESIZE_EXCEEDED: return AG_WEB_TOO_LARGE;
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_BAD_CONTENT_ENCODING:
    case CURLE_HTTP2: return AG_WEB_NOT_HTTP;
    case CURLE_URL_MALFORMAT: return AG_WEB_BAD_ADDRESS;
    case CURLE_OUT_OF_MEMORY: return AG_WEB_NO_MEMORY;
    default: return AG_WEB_OTHER;
  }
}

struct ag_web_transfer *ag_web_next(struct ag_web *web, struct ag_web_result *result) {
  int left = 0;
  CURLMsg *message;
  while ((message = curl.curl_multi_info_read_(web->multi, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    CURLcode code = message->data.result;
    struct ag_web_transfer *transfer = 0;
    curl.curl_easy_getinfo_(message->easy_handle, CURLINFO_PRIVATE, &transfer);
    long status = 0;
    curl.curl_easy_getinfo_(message->easy_handle, CURLINFO_RESPONSE_CODE, &status);
    curl.curl_multi_remove_handle_(web->multi, message->easy_handle);
    web->count--;
    *result = (struct ag_web_result){
        .identifier = transfer->identifier,
        .end = end_of(code, transfer),
        .status = status,
        .words = transfer->words[0] ? transfer->words : curl.curl_easy_strerror_(code),
        .general_words = curl.curl_easy_strerror_(code),
        .headers = (const char *)transfer->headers.bytes,
        .header_count = transfer->headers.count,
        .body = transfer->body.bytes,
        .body_count = transfer->body.count,
    };
    return transfer;
  }
  return 0;
}

void ag_web_release(struct ag_web_transfer *transfer) { clear(transfer); }
