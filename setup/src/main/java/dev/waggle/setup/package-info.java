/**
 * The setup of a swarm: its reader for keys and values of any origin, and its records. Files, flags and properties of
 * frameworks are read by their own modules.
 */
@NullMarked
package dev.waggle.setup;

import org.jspecify.annotations.NullMarked;
