/**
 * The bus: it appends, then routes, then notifies, and keeps the recent history that agents read. Conflicts between
 * rival proposals are noticed here; who resolves them is decided elsewhere.
 */
@NullMarked
package dev.waggle.signal.bus;

import org.jspecify.annotations.NullMarked;
