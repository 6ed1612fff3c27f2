// Requests to the program that serves this page. The token stands in the address after '#', which no server sees; it is
// kept for this tab only.

const tokenKey = 'afterglow-token';

function takeToken() {
  const found = new URLSearchParams(location.hash.slice(1)).get('token');
  if (found) {
    sessionStorage.setItem(tokenKey, found);
    history.replaceState(null, '', location.pathname);
  }
  return sessionStorage.getItem(tokenKey);
}

let token = takeToken();

/** Sets the token that a person has typed. */
export function setToken(text) {
  token = text;
  sessionStorage.setItem(tokenKey, text);
}

/** What the server said instead of an answer. `problems` have file, line and message where it knows them. */
export class Refusal extends Error {
  constructor(status, text, details = {}) {
    super(text);
    this.status = status;
    Object.assign(this, details);
  }
}

async function send(method, path, body, signal) {
  const headers = { Authorization: `Bearer ${token ?? ''}` };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  let response;
  try {
    response = await fetch(`api/${path}`, {
      method, headers, signal, cache: 'no-store', body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Refusal(0, 'The program that serves this page does not answer.');
  }
  if (response.ok) return response;
  const text = await response.text();
  if (response.headers.get('Content-Type')?.startsWith('application/json')) {
    const details = JSON.parse(text);
    throw new Refusal(response.status, details.message ?? 'The request was refused.', details);
  }
  throw new Refusal(response.status, text.trim() || `The server answered ${response.status}.`);
}

export const get = async (path, signal) => read(await send('GET', path, undefined, signal));
export const post = async (path, body = {}, signal) => read(await send('POST', path, body, signal));

/** Null where there is nothing to say, or a newer request has taken the place of this one. */
const read = (response) => response.status === 204 ? null : response.json();

/** What the page begins with: asked for while its other modules are still being read. */
export const beginning = get('start').catch((error) => error);

/** A picture as an address for an image element; release it with `URL.revokeObjectURL`. */
export const picture = async (path, signal) => URL.createObjectURL(await (await send('GET', path, undefined, signal)).blob());

/** The address of a picture of what changes would look like, which are not made. */
export const trial = async (board, request) => URL.createObjectURL(await (await send('POST', `boards/${board}/trial`, request)).blob());

/** A frame: what is known of it, and the words that bring a picture to it (`apply`). Null where a newer request has
 *  taken its place. */
export async function frame(board, request, signal) {
  const response = await send('POST', `boards/${board}/frame`, request, signal);
  if (response.status === 204) return null;
  const bytes = await response.arrayBuffer();
  const count = new DataView(bytes).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4 + 4 * count)));
  return { header, words: new Uint32Array(bytes, 4, count) };
}

/** Changes the pixels of a picture by a frame's words, and returns the rectangles that it has touched. */
export function apply(words, pixels, width) {
  const rects = [];
  let [place, left, right, top, bottom] = [0, 0, 0, 0, -1];
  const close = () => { if (bottom >= 0) rects.push({ x: left, y: top, width: right - left, height: bottom + 1 - top }); };
  for (let at = 0; at < words.length;) {
    const kind = words[at] >>> 30, count = words[at] & 0x3fffffff;
    at += 1;
    if (kind === 0) { place += count; continue; }
    if (kind === 1) { pixels.fill(words[at], place, place + count); at += 1; }
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

/** Follows the server's events indefinitely; `listen` gets (name, data), `state` whether the server answers. */
export async function follow(listen, state) {
  let pause = 500;
  for (;;) {
    try {
      const response = await send('GET', 'events');
      state(true);
      pause = 500;
      for await (const { name, data } of events(response.body)) listen(name, data);
    } catch (error) {
      if (error.status === 401 || error.status === 403) { state(false, error); return; }
    }
    state(false);
    await new Promise((resolve) => setTimeout(resolve, pause));
    pause = Math.min(pause * 2, 8000);
  }
}

// EventSource cannot send the token.
async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += value;
    let end;
    while ((end = text.indexOf('\n\n')) >= 0) {
      const lines = text.slice(0, end).split('\n');
      text = text.slice(end + 2);
      const field = (name) => lines.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2));
      const data = field('data').join('\n');
      if (data) yield { name: field('event')[0] ?? 'message', data: JSON.parse(data) };
    }
  }
}
