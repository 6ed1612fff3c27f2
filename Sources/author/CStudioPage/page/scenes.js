// The scenes of the boards: their widgets, with the places that they have on the panel.

import * as api from './api.js';
import { toast } from './dom.js';
import { changed, page } from './state.js';

/** Reads a board's scene from the server. */
export async function load(board) {
  try {
    take(board, await api.get(`boards/${board}/scene`));
  } catch (error) {
    if (error.status !== 401) toast(error.message);
  }
}

/** Shows a scene. */
export function take(board, scene) {
  page.scenes[board] = scene;
  if (page.board === board && page.widget && !scene.widgets.some(({ name }) => name === page.widget)) page.widget = null;
  changed('scenes', 'widget');
}

/** "systemExtraLarge" → "extra large", "accessoryCircular" → "circular". */
export function familyName(family) {
  return family.replace(/^(system|accessory)/, '').replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}
