/**
 * Text for error messages: the known name that a person may have meant, and values of others quoted safely. It knows no
 * signal. Escaping of signals for prompts and terminals belongs to the envelope.
 */
@NullMarked
package dev.waggle.signal.text;

import org.jspecify.annotations.NullMarked;
