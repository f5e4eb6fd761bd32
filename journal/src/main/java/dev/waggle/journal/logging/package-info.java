/**
 * Logging of the libraries below Waggle. Waggle itself writes to {@code System.Logger} and needs nothing from here.
 */
@NullMarked
package dev.waggle.journal.logging;

import org.jspecify.annotations.NullMarked;
