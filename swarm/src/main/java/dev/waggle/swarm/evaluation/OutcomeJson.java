package dev.waggle.swarm.evaluation;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.json.WireConstant;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.evaluation.OutcomeBallot.CastVote;
import dev.waggle.swarm.evaluation.OutcomeBallot.StatedAnswer;
import dev.waggle.swarm.evaluation.OutcomeRecord.Judgement;
import dev.waggle.swarm.evaluation.OutcomeRecord.RightAnswer;
import dev.waggle.swarm.evaluation.SolveBallots.VoicedAnswer;
import org.jspecify.annotations.Nullable;

/**
 * JSON codec of an outcome. The run id is the key of the log and no field.
 *
 * <pre>
 *   {"version":1,"taskType":"general","verdict":"correct","certainty":1,"details":"","source":{"kind":"person",
 *    "name":"ada"},"time":"2026-03-01T12:00:00Z","predicted":0.8,"rule":"exclusive","leader":"p","right":{"text":"42",
 *    "id":"p"},"answers":[{"id":"p","text":"42"}],"ballots":[{"agent":"a","votes":[{"answer":"p","stance":"agree",
 *XX * </pre>
 */
final class OutcomeJson {

    private static final long VERSION = 1;

    private OutcomeJson() {}

    static JsonValue.Obj of(OutcomeRecord outcome) {
        Judgement judgement = outcome.judgement();
        SolveBallots ballots = outcome.ballots();
        RightAnswer right = judgement.right();
        return new JsonObjectBuilder().with("version", VERSION).with("taskType", outcome.taskType())
                .with("verdict", judgement.verdict().wireName()).with("certainty", judgement.certainty())
                .with("details", judgement.details())
                .with("source", new JsonObjectBuilder().with("kind", judgement.source().kind().wireName())
                        .with("name", judgement.source().name()).json())
                .with("time", outcome.time().toString()).with("predicted", outcome.predicted())
                .with("rule", ballots.rule().wireName()).withPresent("leader", ballots.leader())
                .withPresent("right", right == null ? null : json(right))
                .with("answers", ballots.answers().stream().map(OutcomeJson::json).toList())
                .with("ballots", ballots.ballots().stream().map(OutcomeJson::json).toList())
                .withPresent("tallied", ballots.tallied() == null ? null : TalliedVotesJson.of(ballots.tallied()))
                .json();
    }

    /**
     * Reads the outcome of that run.
     *
     * @throws IllegalArgumentException when this is something else, which the message describes
     */
    static OutcomeRecord read(String run, JsonValue json) {
        JsonObjectReader in = JsonObjectReader.root("outcome", json);
        long version = in.integer("version");
        if (version != VERSION) {
            throw in.invalid("version", String.valueOf(VERSION), "Maybe a newer Waggle wrote it.");
        }
        JsonObjectReader from = in.object("source");
        OutcomeSource source = in.build(() -> new OutcomeSource(constant(from, "kind", OutcomeSource.Kind.values()),
                from.text("name")));
        from.rejectUnknownFields();
        Judgement judgement = in.build(() -> new Judgement(constant(in, "verdict", OutcomeVerdict.values()),
                right(in.optionalObject("right")), in.text("details"), in.fraction("certainty"), source));
        SolveBallots ballots = in.build(() -> new SolveBallots(constant(in, "rule", BallotRule.values()),
                in.objects("answers").stream().map(OutcomeJson::voiced).toList(), in.optionalText("leader"),
                in.objects("ballots").stream().map(OutcomeJson::ballot).toList(),
                TalliedVotesJson.read(in.optionalObject("tallied"))));
        OutcomeRecord outcome = in.build(() -> new OutcomeRecord(run, in.text("taskType"), ballots,
                in.fraction("predicted"), judgement, time(in)));
        in.rejectUnknownFields();
        return outcome;
    }

    private static JsonValue.Obj json(RightAnswer right) {
        return new JsonObjectBuilder().with("text", right.text()).withPresent("id", right.id()).json();
    }

    private static JsonValue.Obj json(VoicedAnswer answer) {
        return new JsonObjectBuilder().with("id", answer.id()).with("text", answer.text()).json();
    }

    private static JsonValue.Obj json(OutcomeBallot ballot) {
        StatedAnswer first = ballot.first();
        return new JsonObjectBuilder().with("agent", ballot.agentId())
                .with("votes", ballot.votes().stream().map(OutcomeJson::json).toList())
                .with("proposals", ballot.proposals().stream().map(OutcomeJson::json).toList())
                .withPresent("first", first == null ? null : json(first)).json();
    }

    private static JsonValue.Obj json(CastVote vote) {
        return new JsonObjectBuilder().with("answer", vote.answer()).with("stance", stance(vote.stance()))
                .withPresent("confidence", vote.confidence()).json();
    }

    private static JsonValue.Obj json(StatedAnswer answer) {
        return new JsonObjectBuilder().with("answer", answer.answer()).withPresent("confidence", answer.confidence())
                .json();
    }

    private static @Nullable RightAnswer right(@Nullable JsonObjectReader in) {
        if (in == null) {
            return null;
        }
        RightAnswer right = in.build(() -> new RightAnswer(in.text("text"), in.optionalText("id")));
        in.rejectUnknownFields();
        return right;
    }

    private static VoicedAnswer voiced(JsonObjectReader in) {
        VoicedAnswer answer = new VoicedAnswer(in.text("id"), in.text("text"));
        in.rejectUnknownFields();
        return answer;
    }

    private static OutcomeBallot ballot(JsonObjectReader in) {
        JsonObjectReader first = in.optionalObject("first");
        List<CastVote> votes = in.objects("votes").stream().map(OutcomeJson::vote).toList();
        List<StatedAnswer> proposals = in.objects("proposals").stream().map(OutcomeJson::stated).toList();
        OutcomeBallot ballot = in.build(() -> new OutcomeBallot(in.text("agent"), votes, proposals,
                first == null ? null : stated(first)));
        in.rejectUnknownFields();
        return ballot;
    }

    private static CastVote vote(JsonObjectReader in) {
        CastVote vote = new CastVote(in.text("answer"), in.oneOf("stance", Stance.values(), OutcomeJson::stance),
                in.optionalFraction("confidence"));
        in.rejectUnknownFields();
        return vote;
    }

    private static StatedAnswer stated(JsonObjectReader in) {
        StatedAnswer answer = new StatedAnswer(in.text("answer"), in.optionalFraction("confidence"));
        in.rejectUnknownFields();
        return answer;
    }

    private static Instant time(JsonObjectReader in) {
        try {
            return Instant.parse(in.text("time"));
        } catch (DateTimeException unreadable) {
            throw in.invalid("time", "a date such as 2026-03-01T12:00:00Z");
        }
    }

    private static <E extends Enum<E> & WireConstant> E constant(JsonObjectReader in, String name, E[] constants) {
        return in.oneOf(name, constants, WireConstant::wireName);
    }

    private static String stance(Stance stance) {
        return switch (stance) {
            case AGREE -> "agree";
            case DISAGREE -> "disagree";
            case ABSTAIN -> "abstain";
        };
    }
}
