// A panel's pixels: frames as words, and the canvas that they bring up to date. It needs no other module, so that the first
// picture stands while they are still being read.

/** What is known of a frame, and the words that bring a picture to it. Null where there is nothing to say. */
export async function readFrame(response) {
  if (response.status === 204) return null;
  const bytes = await response.arrayBuffer();
  const count = new DataView(bytes).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4 + 4 * count)));
  return { header, words: new Uint32Array(bytes, 4, count) };
}

/** A canvas and what it shows. */
export class Picture {
  constructor() {
    this.canvas = document.createElement('canvas');
    this.canvas.className = 'pixels';
    this.context = this.canvas.getContext('2d', { alpha: false, desynchronized: false });
  }

  /** Brings it to a frame. Returns whether that has another size. */
  show({ header: { widthPx, heightPx }, words }) {
    const { canvas, context } = this;
    const isResized = canvas.width !== widthPx || canvas.height !== heightPx || !this.image;
    if (isResized) {
      canvas.width = widthPx;
      canvas.height = heightPx;
      this.image = context.createImageData(widthPx, heightPx);
      this.pixels = new Uint32Array(this.image.data.buffer);
    }
    for (const { x, y, width, height } of apply(words, this.pixels, widthPx)) context.putImageData(this.image, 0, 0, x, y, width, height);
    this.firstShownMs ??= performance.now();
    return isResized;
  }

  /** What it shows now. */
  copy() { return this.context.getImageData(0, 0, this.canvas.width, this.canvas.height); }
}

/** Changes pixels by a frame's words, and returns the rectangles that it has touched. */
export function apply(words, pixels, width) {
  const rects = [];
  let [place, left, right, top, bottom] = [0, 0, 0, 0, -1];
  const close = () => { if (bottom >= 0) rects.push({ x: left, y: top, width: right - left, height: bottom + 1 - top }); };
  for (let at = 0; at < words.length;) {
    const kind = words[at] >>> 30, count = words[at] & 0x3fffffff;
    at += 1;
    if (kind === 0) { place += count; continue; }
    if (kind === 1) { pixels.fill(words[at], place, place + count); at += 1; }
    else if (kind === 3) at = takeSteps(words, at, pixels, place, count);
    else if (count > 64) { pixels.set(words.subarray(at, at + count), place); at += count; }
    else for (const end = at + count, shift = place - at; at < end; at += 1) pixels[at + shift] = words[at];
    // No word goes beyond its row.
    const y = Math.floor(place / width), x = place - y * width;
    if (y > bottom + 16 || bottom < 0) { close(); [left, right, top, bottom] = [x, x + count, y, y]; }
    else { left = Math.min(left, x); right = Math.max(right, x + count); bottom = y; }
    place += count;
  }
  close();
  return rects;
}

// By the six bits of a step: what is added to a pixel of a canvas for the next one.
const steps = Int32Array.from({ length: 64 }, (_, bits) => (bits & 3) + ((bits >> 2 & 3) << 8) + ((bits >> 4) << 16) - 0x020202);

function takeSteps(words, at, pixels, place, count) {
  let color = pixels[place - 1] | 0;
  for (const end = place + count; place < end; at += 1) {
    let word = words[at];
    for (const last = Math.min(place + 5, end); place < last; place += 1, word >>>= 6) {
      color = color + steps[word & 63] | 0;
      pixels[place] = color;
    }
  }
  return at;
}

// MARK: size

/** The room that a stage has for each of so many pictures with their captions, in CSS pixels. */
export function room(stage, columns = 1, rows = 1) {
  const style = getComputedStyle(stage);
  const width = stage.clientWidth - parseFloat(style.paddingLeft) * 2, height = stage.clientHeight - parseFloat(style.paddingTop) * 2;
  // The switch below a picture is beside its words, or above them where there is less room.
  const caption = columns * rows > 1 || innerWidth <= 620 ? 80 : 54;
  return { width: width / columns - (columns > 1 ? 24 : 0), height: Math.max(160, height / rows - caption) };
}

/** Pixels of the screen for one of a picture that fills its room: a whole number, where it is larger than one. */
export function fit({ width, height }, widthPx, heightPx) {
  const most = Math.min(width * devicePixelRatio / widthPx, height * devicePixelRatio / heightPx);
  return most >= 1 ? Math.floor(most) : most;
}

/** Gives the element around a canvas its size, at so many pixels of the screen for one. */
export function setScale(glass, canvas, scale) {
  glass.style.width = `${canvas.width * scale / devicePixelRatio}px`;
  glass.style.height = `${canvas.height * scale / devicePixelRatio}px`;
  canvas.classList.toggle('is-whole', Number.isInteger(scale));
}

// MARK: the first picture

/** The first frame of the first board, and the name that it was asked for with; null where there is no token yet. The
 *  frame is null where it has to be asked for again, which says why; else it is shown already. */
export const first = globalThis.first.frame && { name: globalThis.first.frame.name, picture: new Picture(), frame: null };

async function begin() {
  let frame = null;
  try {
    const response = await globalThis.first.frame.response;
    if (response.ok) frame = await readFrame(response);
  } catch { /* It is asked for again. */ }
  if (!frame) return null;
  first.picture.show(frame);
  if (!first.picture.canvas.isConnected) place(first.picture);
  return frame;
}

// As a panel of its own will have it.
function place({ canvas }) {
  const stage = document.getElementById('stage');
  const [panel, glass, caption] = ['figure', 'div', 'figcaption'].map((name) => document.createElement(name));
  [panel.className, glass.className, caption.className, caption.textContent] = ['panel', 'glass', 'caption', '\u00a0'];
  glass.append(canvas);
  panel.append(glass, caption);
  setScale(glass, canvas, fit(room(stage), canvas.width, canvas.height));
  stage.replaceChildren(panel);
}

if (first) first.frame = begin();
