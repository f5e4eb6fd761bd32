import { useEffect, useMemo, useRef, useState } from "./preact.js";
import { Said, TypeName, sourceName, wordsOf } from "./entry.js";
import { el } from "./ui.js";
import { t, tn } from "./words.js";

/** The rows of the server, each one before its effects, as nodes with their effects. */
export function nodesOf(rows) {
  const roots = [];
  const open = [];
  rows.forEach((row, index) => {
    const node = { ...row, key: index, parent: null, children: [] };
    open.length = Math.min(open.length, row.depth);
    const parent = open[open.length - 1];
    if (parent) {
      node.parent = parent;
      parent.children.push(node);
    } else {
      roots.push(node);
    }
    open.push(node);
  });
  return roots;
}

function visible(nodes, closed, found = []) {
  for (const node of nodes) {
    found.push(node);
    if (!closed.has(node.key)) {
      visible(node.children, closed, found);
    }
  }
  return found;
}

/** Causes and effects of a signal. Arrow keys move, open and close; Enter shows a signal in full. */
export function SignalTree({ rows, label, onOpen }) {
  const roots = useMemo(() => nodesOf(rows), [rows]);
  const here = rows.findIndex((row) => row.relation === "signal");
  const [closed, setClosed] = useState(new Set());
  const [at, setAt] = useState(here);
  const tree = useRef(null);
  useEffect(() => {
    setClosed(new Set());
    setAt(here);
  }, [rows]);
  const shown = visible(roots, closed);

  function go(node) {
    if (node) {
      setAt(node.key);
      tree.current.querySelector(`[data-key="${node.key}"]`).focus();
    }
  }

  function set(node, isClosed) {
    const next = new Set(closed);
    if (isClosed) {
      next.add(node.key);
    } else {
      next.delete(node.key);
    }
    setClosed(next);
  }

  function key(event) {
    const place = shown.findIndex((node) => node.key === at);
    const node = shown[place];
    const isClosed = closed.has(at);
    const acts = {
      ArrowDown: () => go(shown[place + 1]),
      ArrowUp: () => go(shown[place - 1]),
      Home: () => go(shown[0]),
      End: () => go(shown[shown.length - 1]),
      ArrowRight: () => (isClosed ? set(node, false) : go(node.children[0])),
      ArrowLeft: () => (node.children.length > 0 && !isClosed ? set(node, true) : go(node.parent)),
      Enter: () => onOpen(node.entry),
      " ": () => onOpen(node.entry),
    };
    if (node && acts[event.key]) {
      event.preventDefault();
      event.stopPropagation();
      acts[event.key]();
    }
  }

  const item = (node, index, siblings) => {
    const isParent = node.children.length > 0;
    const isClosed = closed.has(node.key);
    return el("li", { key: node.key, role: "treeitem", "data-key": node.key, tabindex: node.key === at ? 0 : -1,
      "aria-level": node.depth + 1, "aria-posinset": index + 1, "aria-setsize": siblings.length,
      "aria-expanded": isParent ? String(!isClosed) : undefined,
      "aria-current": node.relation === "signal" ? "true" : undefined,
      "aria-label": t("tree.item", { type: node.entry.type, source: sourceName(node.entry.source),
        words: wordsOf(node.entry), relation: t(`tree.${node.relation}`) }),
      onFocus: (event) => {
        event.stopPropagation();
        setAt(node.key);
      } },
    el("span.tree-row", { class: `relation-${node.relation}` },
      el("span.tree-toggle", { "aria-hidden": "true", onClick: () => isParent && set(node, !isClosed) },
        isParent ? (isClosed ? "▸" : "▾") : "·"),
      el("span.tree-words", { onClick: () => onOpen(node.entry) },
        el(TypeName, { type: node.entry.type }), el("span.quiet", null, sourceName(node.entry.source)),
        node.relation === "signal" && el("span.here", null, t("tree.here")),
        el(Said, { class: "tree-text", entry: node.entry }))),
    node.omitted > 0 && el("p.quiet.small.tree-omitted", null, tn("tree.omitted", node.omitted)),
    isParent && !isClosed && el("ul", { role: "group" }, node.children.map(item)));
  };
  return el("ul.tree", { role: "tree", "aria-label": label, ref: tree, onKeyDown: key }, roots.map(item));
}
