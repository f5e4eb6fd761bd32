/**
 * The signal bus: appends, routes and notifies, and keeps the recent history that agents read. It detects conflicts
 * between rival proposals; their resolution is decided elsewhere.
 */
@NullMarked
package dev.waggle.signal.bus;

import org.jspecify.annotations.NullMarked;
