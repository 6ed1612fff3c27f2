// The photograph that previews of the photos widget show, as bytes of the program: a gallery needs no files.
#pragma once

/// A JPEG file of 960 by 720 pixels, drawn by make/lake.swift.
const unsigned char *ag_sample_photo(void);
long ag_sample_photo_byte_count(void);
