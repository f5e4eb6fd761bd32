/**
 * Text for error messages: suggestions of known names, and foreign values quoted safely. It does not depend on
 * signals. Escaping of signals for prompts and terminals belongs to the envelope.
 */
@NullMarked
package dev.waggle.signal.text;

import org.jspecify.annotations.NullMarked;
