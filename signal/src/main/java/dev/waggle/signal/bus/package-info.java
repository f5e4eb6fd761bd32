/**
 * The signal bus: appends, routes and notifies, and holds the recent history that agents read. Subscribers are called
 * by the dispatching thread, or through a queue by a thread of their own. The bus detects conflicts between rival
 * proposals, or those of another detector, and does not resolve them.
 */
@NullMarked
package dev.waggle.signal.bus;

import org.jspecify.annotations.NullMarked;
