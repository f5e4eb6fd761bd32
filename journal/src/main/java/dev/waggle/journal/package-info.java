/**
 * The log on disk and the JSON of every signal. Codecs are explicit: what a field is called and what it may hold stands
 * in this room, not in annotations.
 */
@NullMarked
package dev.waggle.journal;

import org.jspecify.annotations.NullMarked;
