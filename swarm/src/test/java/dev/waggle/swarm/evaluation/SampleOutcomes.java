package dev.waggle.swarm.evaluation;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.evaluation.OutcomeBallot.CastVote;
import dev.waggle.swarm.evaluation.OutcomeBallot.StatedAnswer;
import dev.waggle.swarm.evaluation.OutcomeRecord.Judgement;
import dev.waggle.swarm.evaluation.SolveBallots.VoicedAnswer;

/** Outcomes of these tests. The answers are p, which leads, and q. */
final class SampleOutcomes {

    static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private SampleOutcomes() {}

    static OutcomeBallot author(String agent, String answer, double confidence) {
        StatedAnswer proposed = new StatedAnswer(answer, confidence);
        return new OutcomeBallot(agent, List.of(), List.of(proposed), proposed);
    }

    static OutcomeBallot voter(String agent, Stance stance, String answer, double confidence) {
        return new OutcomeBallot(agent, List.of(new CastVote(answer, stance, confidence)), List.of(), null);
    }

    static SolveBallots ballots(BallotRule rule, OutcomeBallot... ballots) {
        return new SolveBallots(rule, List.of(new VoicedAnswer("p", "do p"), new VoicedAnswer("q", "do q")), "p",
                Arrays.asList(ballots));
    }

    static OutcomeRecord outcome(String run, OutcomeVerdict verdict, SolveBallots ballots) {
        return new OutcomeRecord(run, "general", ballots, 0.8, Judgement.of(verdict, OutcomeSource.PERSON), NOON);
    }

    static OutcomeRecord answered(String run, String right, SolveBallots ballots) {
        return new OutcomeRecord(run, "general", ballots, 0.8,
                Judgement.ofAnswer(right, ballots, OutcomeSource.file("truths.csv")), NOON);
    }
}
