// Changes of a board's scene: every one goes through here, so that each can be taken back.

import * as api from './api.js';
import { toast } from './dom.js';
import { load, take } from './scenes.js';
import { page } from './state.js';

let queue = Promise.resolve();
let waiting = 0;

/** Whether changes are under way. */
export const isEditing = () => waiting > 0;

/** Makes a change and shows what became of it.
 *  @param refused gets why it was not made, or null; without it the reason is a toast.
 *  @returns whether it was made. */
export function edit(board, change, said, refused) {
  queue = queue.then(() => make(board, change, said, refused));
  return queue;
}

async function make(board, change, said, refused) {
  waiting++;
  try {
    take(board, await api.post(`boards/${board}/edit`, { revision: page.scenes[board]?.revision, edits: [change] }));
    if (said) toast(said, { label: 'Undo', run: () => undo(board) });
    refused?.(null);
    return true;
  } catch (error) {
    if (refused && error.status === 422) refused(error.message);
    else toast(error.message);
    if (error.status === 409) await load(board);
    return false;
  } finally { waiting--; }
}

/** Takes the last change back. */
export function undo(board) { queue = queue.then(() => turn(board, 'undo')); }

/** Makes it again. */
export function redo(board) { queue = queue.then(() => turn(board, 'redo')); }

async function turn(board, direction) {
  try {
    take(board, await api.post(`boards/${board}/${direction}`, { revision: page.scenes[board]?.revision }));
  } catch (error) {
    toast(error.message);
    if (error.status === 409) await load(board);
  }
}
