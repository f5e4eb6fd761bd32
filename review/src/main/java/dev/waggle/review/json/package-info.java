/** Explanations, recounts and replays as JSON for programs. The text for people is in the commands. */
@NullMarked
package dev.waggle.review.json;

import org.jspecify.annotations.NullMarked;
