// Requests to the program that serves this page. The first ones have been sent already, by first.js.

import { readFrame } from './picture.js';

const { first } = globalThis;
let { token } = first;

/** Sets the token that a person has typed; the whole address, which has it at its end, is taken too. */
export function setToken(text) {
  token = /[#&]token=([^&\s]+)/.exec(text)?.[1] ?? text.trim();
  sessionStorage.setItem(first.tokenKey, token);
}

let refused = () => {};

/** Calls `listener` when the server does not know the token, as after a start of its own, whatever was asked for. */
export function onRefused(listener) { refused = listener; }

/** What the server said instead of an answer. `problems` have file, line and message where it knows them. */
export class Refusal extends Error {
  constructor(status, text, details = {}) {
    super(text);
    this.status = status;
    Object.assign(this, details);
  }
}

/** How long another process takes to go on where one has died of what it was asked. */
const restartMs = 1500;

async function send(method, path, body, signal) {
  const headers = { Authorization: `Bearer ${token ?? ''}` };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const ask = () => fetch(`api/${path}`, {
    method, headers, signal, cache: 'no-store', body: body === undefined ? undefined : JSON.stringify(body),
  });
  let answer;
  try {
    answer = await ask();
  } catch (error) {
    if (error.name === 'AbortError' || path === 'events') return checked(Promise.reject(error));
    // The next process says why.
    await new Promise((resolve) => setTimeout(resolve, restartMs));
    answer = ask();
  }
  return checked(answer);
}

async function checked(answer) {
  let response;
  try {
    response = await answer;
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
  const refusal = new Refusal(response.status, text.trim() || `The server answered ${response.status}.`);
  if (refusal.status === 401) refused(refusal);
  throw refusal;
}

export const get = async (path, signal) => read(await send('GET', path, undefined, signal));
export const post = async (path, body = {}, signal) => read(await send('POST', path, body, signal));

/** Null where there is nothing to say, or a newer request has taken the place of this one. */
const read = (response) => response.status === 204 ? null : response.json();

/** What the page begins with. */
export const beginning = checked(first.start).then(read).catch((error) => error);

/** A picture as an address for an image element; release it with `URL.revokeObjectURL`. */
export const picture = async (path, signal) => URL.createObjectURL(await (await send('GET', path, undefined, signal)).blob());

/** The address of a picture of what changes would look like, which are not made. */
export const trial = async (board, request) => URL.createObjectURL(await (await send('POST', `boards/${board}/trial`, request)).blob());

/** A frame (`picture.js`); null where a newer request has taken its place. */
export const frame = async (board, request, signal) => readFrame(await send('POST', `boards/${board}/frame`, request, signal));

/** A frame of a touched panel, with what the touches have caused. */
export const touch = async (board, request) => readFrame(await send('POST', `boards/${board}/touch`, request));

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
