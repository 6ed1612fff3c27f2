#include "CSamplePhoto.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char photo[] = {
#embed "data/lake.jpg"
};

const unsigned char *ag_sample_photo(void) { return photo; }
long ag_sample_photo_byte_count(void) { return sizeof photo; }
