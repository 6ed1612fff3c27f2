// Widgets on a panel as things that a person moves, resizes and removes: with a pointer, and with keys in the same way.

import { drag, h, iconButton, toast } from './dom.js';
import { on, page, setPage } from './state.js';
import { edit } from './editing.js';
import { familyName } from './scenes.js';

const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The layer of a panel's widgets. */
export class Arranger {
  constructor(panel) {
    this.panel = panel;
    this.ghost = h('div', { class: 'ghost', hidden: true }, h('span', {}));
    on('scenes task widget rights', () => this.draw());
  }

  get scene() { return page.scenes[this.panel.board.id]; }

  draw() {
    const { slots } = this.panel;
    const isOn = page.task === 'arrange' && this.scene;
    slots.hidden = !isOn;
    // What a hand has pressed stays until it lets go.
    if (!isOn || this.isPressed) return;
    const focused = slots.contains(document.activeElement) ? document.activeElement.dataset.widget : null;
    slots.replaceChildren(...this.cells(), ...this.scene.widgets.map((widget) => this.slot(widget)), this.ghost);
    if (focused) slots.querySelector(`[data-widget="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  place(element, { x, y, width, height }) {
    const { width: all, height: tall } = this.panel.canvas;
    Object.assign(element.style, {
      left: `${100 * x / all}%`, top: `${100 * y / tall}%`, width: `${100 * width / all}%`, height: `${100 * height / tall}%`,
    });
    return element;
  }

  cells() {
    const { grid } = this.scene;
    if (!grid) return [];
    const cells = [];
    for (let row = 1; row <= grid.rows; row++) {
      for (let column = 1; column <= grid.columns; column++) {
        if (this.owner(column, row)) continue;
        cells.push(this.place(h('button', {
          type: 'button', class: 'cell', 'aria-label': `Add a widget at column ${column}, row ${row}`,
          disabled: !page.rights.edit, onclick: () => this.panel.element.dispatchEvent(new CustomEvent('add', { bubbles: true, detail: { column, row } })),
        }), this.frame({ column, row, columns: 1, rows: 1 })));
      }
    }
    return cells;
  }

  /** The pixels of cells. */
  frame({ column, row, columns, rows }) {
    const { grid } = this.scene;
    // In languages that are written from right to left, columns are counted from there.
    const first = grid.isMirrored ? grid.x - (column - 1 + columns - 1) * grid.pitchX : grid.x + (column - 1) * grid.pitchX;
    return {
      x: first, y: grid.y + (row - 1) * grid.pitchY,
      width: (columns - 1) * grid.pitchX + grid.cellWidth, height: (rows - 1) * grid.pitchY + grid.cellHeight,
    };
  }

  owner(column, row, ...but) {
    return this.scene.widgets.find((widget) => !but.includes(widget) && widget.cell && column >= widget.cell.column && row >= widget.cell.row
      && column < widget.cell.column + widget.span.columns && row < widget.cell.row + widget.span.rows);
  }

  /** Why a widget cannot stand there; null = it can. `but` are others that leave their places. */
  obstacle(widget, { column, row }, { columns, rows }, ...but) {
    const { grid } = this.scene;
    if (column < 1 || row < 1 || column + columns - 1 > grid.columns || row + rows - 1 > grid.rows) return 'It does not fit into the grid there.';
    for (let y = row; y < row + rows; y++) {
      for (let x = column; x < column + columns; x++) {
        const other = this.owner(x, y, widget, ...but);
        if (other) return `It would lie over ${other.name}.`;
      }
    }
    return null;
  }

  /** What becomes of a widget that is let go there: why it cannot stand there, or the one that it changes places with. */
  landing(widget, at) {
    const { column, row } = at, { columns, rows } = widget.span;
    const refusal = this.obstacle(widget, at, widget.span);
    const others = new Set();
    for (let y = row; y < row + rows; y++) for (let x = column; x < column + columns; x++) others.add(this.owner(x, y, widget));
    others.delete(undefined);
    if (!refusal || others.size !== 1) return { refusal };
    const [other] = others;
    const [from, to] = [{ ...widget.cell, ...other.span }, { ...other.cell, ...widget.span }];
    const overlap = from.column < to.column + to.columns && to.column < from.column + from.columns
      && from.row < to.row + to.rows && to.row < from.row + from.rows;
    if (overlap || this.obstacle(widget, other.cell, widget.span, other) || this.obstacle(other, widget.cell, other.span, widget)) {
      return { refusal: `${other.name} does not fit in the place of ${widget.name}.` };
    }
    return { other };
  }

  /**
   * What a widget that is let go after a shift, in pixels of the panel, would do: the frame that it gets, why it cannot have
   * it, and what lets it; null = nothing.
   */
  aim(widget, [x, y]) {
    const { grid } = this.scene;
    if (!grid) return this.aimAtWidget(widget, [x, y]);
    const at = {
      column: widget.cell.column + (grid.isMirrored ? -1 : 1) * Math.round(x / grid.pitchX),
      row: widget.cell.row + Math.round(y / grid.pitchY),
    };
    const { refusal, other } = this.landing(widget, at);
    return {
      frame: this.frame({ ...(other?.cell ?? at), ...widget.span }), refusal, label: other && `Changes places with ${other.name}`,
      land: () => this.land(widget, at),
    };
  }

  /** Without a grid, places follow from the order of the widgets: one changes places with the one that its middle lies on. */
  aimAtWidget(widget, [x, y]) {
    const [right, down] = this.middle(widget);
    const other = this.scene.widgets.find(({ name, frame }) => name !== widget.name && right + x >= frame.x && right + x < frame.x + frame.width
      && down + y >= frame.y && down + y < frame.y + frame.height);
    if (!other) return null;
    const refusal = widget.partners.includes(other.name) ? null : `${other.name} does not fit in the place of ${widget.name}.`;
    return {
      frame: other.frame, refusal, label: `Changes places with ${other.name}`, land: () => refusal ? toast(refusal) : this.swap(widget, other),
    };
  }

  middle({ frame }) { return [frame.x + frame.width / 2, frame.y + frame.height / 2]; }

  slot(widget) {
    const isChosen = page.widget === widget.name && page.board === this.panel.board.id;
    const { grid } = this.scene;
    const canEdit = page.rights.edit;
    const canMove = grid ? widget.cell : widget.partners.length > 0;
    const where = widget.cell && grid ? `, column ${widget.cell.column}, row ${widget.cell.row}` : '';
    const body = h('button', {
      type: 'button', class: ['slot', isChosen && 'is-chosen', widget.problems.length && 'has-problems'], 'data-widget': widget.name,
      'aria-pressed': String(isChosen), 'aria-label': `${widget.title}, ${widget.name}, ${familyName(widget.family)}${where}`,
      'aria-keyshortcuts': grid ? 'ArrowLeft ArrowRight ArrowUp ArrowDown + - Delete Enter'
        : canMove ? 'ArrowLeft ArrowRight ArrowUp ArrowDown Delete Enter' : 'Delete Enter',
      onclick: () => this.select(widget), onkeydown: (event) => this.key(event, widget),
    });
    const element = this.place(h('div', { class: ['holder', isChosen && 'is-chosen'] }, body), widget.frame);
    if (canEdit && canMove) {
      drag(body, this.moving(widget, element));
      if (grid && isChosen && widget.families.filter(({ refusal }) => !refusal).length > 1) element.append(this.handle(widget, element));
    }
    if (isChosen && canEdit) {
      element.append(iconButton('trash', `Remove ${widget.name}`, () => this.remove(widget), { class: 'remove', keys: 'Delete' }));
    }
    return element;
  }

  select(widget) {
    setPage({ board: this.panel.board.id, widget: widget.name, tab: 'widgets' });
  }

  // MARK: with a pointer

  moving(widget, element) {
    let origin, aim, hasMoved;
    return {
      start: (event) => { this.isPressed = true; origin = [event.clientX, event.clientY]; hasMoved = false; aim = null; },
      move: (event) => {
        const shift = [event.clientX - origin[0], event.clientY - origin[1]];
        if (!hasMoved && Math.hypot(...shift) < 5) return;
        hasMoved = true;
        element.classList.add('is-moving');
        element.style.translate = `${shift[0]}px ${shift[1]}px`;
        aim = this.aim(widget, shift.map((distance) => distance / this.panel.scale));
        if (aim) this.showGhost(aim.frame, aim.refusal, aim.label);
        else this.ghost.hidden = true;
      },
      end: (event, isCancelled) => {
        this.endDrag(element);
        // After the click that a press without a move is.
        setTimeout(() => this.draw());
        if (!hasMoved) return;
        element.addEventListener('click', (click) => click.stopPropagation(), { capture: true, once: true });
        if (!isCancelled) aim?.land();
      },
    };
  }

  handle(widget, element) {
    const handle = h('span', { class: 'handle', title: 'Drag to change the family', 'aria-hidden': 'true' });
    let origin, choice;
    drag(handle, {
      start: (event) => { this.isPressed = true; event.stopPropagation(); origin = [event.clientX, event.clientY]; choice = null; },
      move: (event) => {
        const { grid } = this.scene;
        const wanted = {
          columns: widget.span.columns + (event.clientX - origin[0]) / this.panel.scale / grid.pitchX,
          rows: widget.span.rows + (event.clientY - origin[1]) / this.panel.scale / grid.pitchY,
        };
        const distance = ({ span }) => Math.hypot(span.columns - wanted.columns, span.rows - wanted.rows);
        choice = widget.families.filter(({ span }) => span).sort((a, b) => distance(a) - distance(b))[0];
        this.showGhost(this.frame({ ...widget.cell, ...choice.span }), choice.refusal ?? this.obstacle(widget, widget.cell, choice.span), familyName(choice.family));
      },
      end: (event, isCancelled) => {
        this.endDrag(element);
        this.draw();
        if (!isCancelled && choice && choice.family !== widget.family) this.resize(widget, choice);
      },
    });
    return handle;
  }

  showGhost(frame, refusal, label = '') {
    this.place(this.ghost, frame);
    this.ghost.hidden = false;
    this.ghost.classList.toggle('is-refused', Boolean(refusal));
    this.ghost.firstChild.textContent = refusal ?? label;
    if (!this.ghost.isConnected) this.panel.slots.append(this.ghost);
  }

  endDrag(element) {
    this.isPressed = false;
    this.ghost.hidden = true;
    element.classList.remove('is-moving');
    element.style.translate = '';
  }

  // MARK: with keys

  key(event, widget) {
    const step = arrows[event.key];
    if (!page.rights.edit) return;
    if (step && this.scene.grid && widget.cell) {
      event.preventDefault();
      event.stopPropagation();
      this.moveToFree(widget, step);
    } else if (step && !this.scene.grid && widget.partners.length) {
      event.preventDefault();
      event.stopPropagation();
      this.swapToward(widget, step);
    } else if (event.key === '+' || event.key === '-') {
      event.preventDefault();
      event.stopPropagation();
      const fitting = widget.families.filter(({ span, refusal }) => span && !refusal);
      const area = ({ span }) => span.columns * span.rows;
      fitting.sort((a, b) => area(a) - area(b));
      const index = fitting.findIndex(({ family }) => family === widget.family) + (event.key === '+' ? 1 : -1);
      if (fitting[index]) this.resize(widget, fitting[index]);
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      this.remove(widget);
    }
  }

  /** To the next place in a direction where it fits. */
  moveToFree(widget, [right, y]) {
    const { grid } = this.scene;
    const x = grid.isMirrored ? -right : right;
    for (let step = 1; step <= Math.max(grid.columns, grid.rows); step++) {
      const at = { column: widget.cell.column + step * x, row: widget.cell.row + step * y };
      if (!this.obstacle(widget, at, widget.span)) return this.move(widget, at);
    }
    toast(`${widget.name} has no free place in that direction.`);
    return null;
  }

  /** Changes places with the nearest widget in a direction. */
  swapToward(widget, [x, y]) {
    const [right, down] = this.middle(widget);
    const found = this.scene.widgets.filter(({ name }) => widget.partners.includes(name)).map((other) => {
      const [across, below] = this.middle(other);
      return { other, ahead: (across - right) * x + (below - down) * y, aside: Math.abs((across - right) * y) + Math.abs((below - down) * x) };
    }).filter(({ ahead, aside }) => ahead > 0 && ahead >= aside).sort((a, b) => a.ahead + a.aside - b.ahead - b.aside)[0];
    return found ? this.swap(widget, found.other) : toast(`${widget.name} cannot change places with a widget in that direction.`);
  }

  /** Puts a widget down: into free cells, or into the place of another one, which gets its. */
  land(widget, at) {
    const { other, refusal } = this.landing(widget, at);
    if (refusal) return toast(refusal);
    if (!other) return this.move(widget, at);
    return this.swap(widget, other);
  }

  swap(widget, other) {
    return edit(this.panel.board.id, { op: 'swap', widget: widget.name, other: other.name }, `${widget.name} and ${other.name} have changed places`);
  }

  move(widget, at) {
    const obstacle = this.obstacle(widget, at, widget.span);
    if (obstacle) return toast(obstacle);
    if (at.column === widget.cell.column && at.row === widget.cell.row) return null;
    return edit(this.panel.board.id, { op: 'move', widget: widget.name, ...at }, `Moved ${widget.name}`);
  }

  resize(widget, { family, span, refusal }) {
    const obstacle = refusal ?? (span && widget.cell && this.obstacle(widget, widget.cell, span));
    if (obstacle) return toast(obstacle);
    return edit(this.panel.board.id, { op: 'family', widget: widget.name, family }, `${widget.name} is ${familyName(family)} now`);
  }

  async remove(widget) {
    const isDone = await edit(this.panel.board.id, { op: 'remove', widget: widget.name }, `Removed ${widget.name}`);
    if (isDone) setPage({ widget: null });
  }
}
