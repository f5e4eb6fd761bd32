/**
 * Calls of models that were recorded, and models that answer from such a recording. What a recording is: the entries of
 * the harness family in any journal or cassette, each with the agent and the turn that it belongs to; so every log of a
 * solve can be replayed, whether it was made for that or not.
 *
 * <pre>
 *   {@link CallTape}           the calls of one run, found by agent, turn and request
 *   {@link TapeSession}          what stands before each live model and before the tools: passes on, records, or answers from a tape
 *   {@link RecordingFile}  where paid calls are safe before the run is over
 * </pre>
 *
 * <p>What agents said is played elsewhere, from the cassette of {@link dev.waggle.journal.cassette}; here only models
 * and their tools are stood in for, and the agents think anew.
 */
@NullMarked
package dev.waggle.journal.tape;

import org.jspecify.annotations.NullMarked;
