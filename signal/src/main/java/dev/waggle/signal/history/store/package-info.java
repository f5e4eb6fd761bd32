/**
 * Indexed store behind the history: posting lists by type and source, expiry, holds and snapshots. The bus owns one
 * store and calls it under its lock; filters and holds, which users see, are values of the surrounding package.
 */
@NullMarked
package dev.waggle.signal.history.store;

import org.jspecify.annotations.NullMarked;
