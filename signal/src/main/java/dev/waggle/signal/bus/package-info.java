/**
 * The signal bus: appends, routes and notifies, and holds the recent history that agents read. It detects conflicts
 * between rival proposals and does not resolve them.
 */
@NullMarked
package dev.waggle.signal.bus;

import org.jspecify.annotations.NullMarked;
