package dev.waggle.cli.learning;

import java.time.Instant;
import java.util.List;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.evaluation.OutcomeBallot;
import dev.waggle.swarm.evaluation.OutcomeBallot.CastVote;
import dev.waggle.swarm.evaluation.OutcomeBallot.StatedAnswer;
import dev.waggle.swarm.evaluation.OutcomeRecord;
import dev.waggle.swarm.evaluation.OutcomeRecord.Judgement;
import dev.waggle.swarm.evaluation.OutcomeSource;
import dev.waggle.swarm.evaluation.OutcomeVerdict;
import dev.waggle.swarm.evaluation.SolveBallots;
import dev.waggle.swarm.evaluation.SolveBallots.VoicedAnswer;
import dev.waggle.swarm.memory.StoredMemory;

/**
 * Outcome of a memory that a person calls wrong, so that its author loses reputation. It is the outcome of a run of that
 * memory alone, in which the author proposed it and voted for it.
 *
 * <pre>
 *   run        memory:ID
 *   task type  memory
 *   answer     the id of the memory, because its text is to be forgotten
 * </pre>
 */
public final class WrongMemoryOutcome {

    /** Type of the task of stating a memory. */
    private static final String TASK_TYPE = "memory";

    /** Beginning of the id of such a run. */
    private static final String RUN = "memory:";

    /** No probability was stated, so the outcome adds no error to calibration. */
    private static final double PREDICTED = 0;

    private WrongMemoryOutcome() {}

    /** The outcome of that memory. */
    public static OutcomeRecord of(StoredMemory memory, Instant time) {
        String id = memory.id();
        StatedAnswer stated = new StatedAnswer(id, null);
        OutcomeBallot ballot = new OutcomeBallot(memory.origin().author(),
                List.of(new CastVote(id, Stance.AGREE, null)), List.of(stated), stated);
        return new OutcomeRecord(RUN + id, TASK_TYPE,
                new SolveBallots(BallotRule.APPROVAL, List.of(new VoicedAnswer(id, id)), id, List.of(ballot)),
                PREDICTED, Judgement.of(OutcomeVerdict.INCORRECT, OutcomeSource.PERSON), time);
    }
}
