/**
 * Recorded calls of models, and models that answer from such a recording. A recording consists of the entries of the
 * harness family in any journal or cassette, each with its agent and turn. So every log of a solve can be replayed,
 * whether it was made for that or not.
 *
 * <pre>
 *   {@link CallTape}       the calls of one run, found by agent, turn and request
 *   {@link TapeSession}    wraps each live model and the tools: passes on, records, or answers from a tape
 *   {@link RecordingFile}  stores paid calls before the run is over
 * </pre>
 *
 * <p>Signals of agents are replayed elsewhere, from the cassette of {@link dev.waggle.journal.cassette}. Here only
 * models and their tools are replaced, and the agents run again.
 */
@NullMarked
package dev.waggle.journal.tape;

import org.jspecify.annotations.NullMarked;
