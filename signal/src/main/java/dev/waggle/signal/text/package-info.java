/**
 * Text for messages and terminals: suggestions of known names, foreign values quoted safely, control characters made
 * visible. It does not depend on signals.
 */
@NullMarked
package dev.waggle.signal.text;

import org.jspecify.annotations.NullMarked;
