package dev.waggle.swarm.random;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

import dev.waggle.signal.CausalLevel;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Severity;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure.Kind;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.DeferredTurnException;
import dev.waggle.swarm.agent.JoinContext;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.runlog.AnswerJournal;
import dev.waggle.swarm.runlog.CallFacts;
import dev.waggle.swarm.runlog.InboxFacts;
import dev.waggle.swarm.runlog.JoinFacts;
import dev.waggle.swarm.runlog.LensFacts;
import dev.waggle.swarm.runlog.LifecycleFacts;
import dev.waggle.swarm.runlog.RunFacts;
import dev.waggle.swarm.runlog.StopFacts;
import dev.waggle.swarm.runlog.WorkFacts;
import dev.waggle.swarm.testbed.IdleWorld;
import dev.waggle.swarm.testbed.SeededDice;

/**
 * An agent whose drafts follow from a seed, its id and the number of its turn, and that has its ways. A sound agent
 * takes part; the others do that and something bad besides.
 */
final class RandomAgent implements Agent {

    /** Signals of a flood: more than any log may hold, and enough to show the cost of a signal too many. */
    static final int FLOOD = 10_000;

    private static final int PROPOSALS = 4;
    private static final List<Double> WEIGHTS = List.of(0.0, 0.3, 1.0, 1.0, 1.0, 7.0, Double.MAX_VALUE);
    private static final List<Double> CONFIDENCES = List.of(0.0, 0.2, 0.5, 0.7, 0.9, 1.0, Double.MIN_VALUE);

    /** Types that only the runtime may publish, and types that agents may have no right to publish. */
    private static final List<SignalType> RESERVED = List.of(RunFacts.OPENED, RunFacts.CLOSED, RunFacts.FAILED,
            InboxFacts.READ, InboxFacts.FAILED, InboxFacts.DEAD, LensFacts.FOUND, JoinFacts.JOINED, CallFacts.CALLED,
            CallFacts.CLOSING, AnswerJournal.ANSWERED, AnswerJournal.SENT, StopFacts.STOPPING, WorkFacts.TURN,
            WorkFacts.PART, WorkFacts.LATE, WorkFacts.LOST,
            SignalType.custom("journal:refused"), LifecycleFacts.WORKFLOW_START, LifecycleFacts.WORKFLOW_END,
            LifecycleFacts.AGENT_ACTIVATED, LifecycleFacts.AGENT_SKIPPED, LifecycleFacts.EVOLUTION_SPAWNED,
            LifecycleFacts.EVOLUTION_DISSOLVED, LifecycleFacts.changed("leader"), LifecycleFacts.changed("anything"));

    private final long seed;
    private final AgentProfile profile;
    private final Set<Way> ways;
    private final IdleWorld world;

    RandomAgent(long seed, AgentProfile profile, Set<Way> ways, IdleWorld world) {
        this.seed = seed;
        this.profile = profile;
        this.ways = ways;
        this.world = world;
    }

    /** Conduct of an agent beside taking part. */
    enum Way {
        /** Fails now and then. */
        THROWS,
        /** Never answers some turn. */
        HANGS,
        /** Takes its time. */
        LINGERS,
        /** Publishes far too much once. */
        FLOODS,
        /** Publishes for others and for the runtime, under their ids and types. */
        IMPERSONATES,
        /** Votes over and over, also on proposals that do not exist. */
        STUFFS,
        /** Wants its turns unasked. */
        ASKS,
        /** Fails when it is asked whether it wants a turn. */
        FAILS_ASKING,
        /** Does not join. */
        ABSENT,
        /** Answers nothing that can be published. */
        NULL,
        /** Defers now and then, or always. */
        DEFERS,
        /** Asks a model that cannot be called at all. */
        UNAVAILABLE,
        /** Votes when a closing call asks for it, if nothing else goes wrong. */
        CLOSES
    }

    @Override
    public AgentProfile profile() {
        return profile;
    }

    @Override
    public Participant join(JoinContext briefing) {
        if (ways.contains(Way.ABSENT)) {
            throw new IllegalStateException("it is ill");
        }
        return new Participant() {
            @Override
            public List<Draft> react(Turn turn) throws Exception {
                return answer(turn, briefing);
            }

            @Override
            public boolean wantsTurn(int round) {
                if (ways.contains(Way.FAILS_ASKING) && round > 1) {
                    throw new IllegalStateException("do not ask");
                }
                return ways.contains(Way.ASKS) && round <= 3;
            }

            @Override
            public boolean takesClosingTurn() {
                return ways.contains(Way.CLOSES);
            }
        };
    }

    private List<Draft> answer(Turn turn, JoinContext briefing) throws Exception {
        SeededDice dice = SeededDice.of(seed, profile.id() + " " + turn.invocation());
        if (ways.contains(Way.THROWS) && dice.oneIn(2)) {
            if (dice.oneIn(2)) {
                throw new StackOverflowError();
            }
            throw new Exception("no " + "x".repeat(dice.roll(200)));
        }
        if (ways.contains(Way.DEFERS) && (seed % 2 == 0 || dice.oneIn(2))) {
            throw new DeferredTurnException("later");
        }
        if (ways.contains(Way.UNAVAILABLE) && dice.oneIn(2)) {
            throw new IllegalStateException("no model", HarnessException.of(Kind.AUTHENTICATION, "no key"));
        }
        if (ways.contains(Way.HANGS) && dice.oneIn(3)) {
            world.hang();
        }
        if (ways.contains(Way.LINGERS)) {
            IdleWorld.linger(briefing.world(), Duration.ofMillis(dice.between(1, 5_000)));
        }
        if (ways.contains(Way.NULL) && dice.oneIn(2)) {
            return dice.oneIn(2) ? nothing() : Collections.singletonList(null);
        }
        if (turn.closing().isPresent() && dice.oneIn(2)) {
            return turn.closing().get().proposals().stream()
                    .map(proposal -> vote(((Payload.Proposal) proposal.payload()).proposalId(), dice)).toList();
        }
        List<Draft> drafts = new ArrayList<>();
        int count = dice.roll(4);
        for (int i = 0; i < count; i++) {
            drafts.add(varied(plain(turn, dice), turn, dice));
        }
        if (ways.contains(Way.STUFFS)) {
            for (int i = 0; i < 6; i++) {
                drafts.add(vote(dice.oneIn(3) ? "ghost " + dice.roll(3) : proposal(dice), dice));
            }
        }
        if (ways.contains(Way.IMPERSONATES)) {
            drafts.add(dice.roll(drafts.size() + 1), impersonating(turn, dice));
        }
        if (ways.contains(Way.FLOODS) && turn.invocation() == 1) {
            Draft drop = Draft.of(new Payload.Discovery("and another thing", null, 1), 1);
            drafts.addAll(Collections.nCopies(FLOOD, drop));
        }
        return drafts;
    }

    @SuppressWarnings("NullAway") // Null is the case under test.
    private static List<Draft> nothing() {
        return null;
    }

    private Draft plain(Turn turn, SeededDice dice) {
        return switch (dice.roll(12)) {
            case 0, 1, 2 -> proposal(proposal(dice), dice);
            case 3, 4, 5, 6 -> vote(proposal(dice), dice);
            case 7 -> Draft.of(new Payload.Challenge(target(turn, dice), "it costs " + dice.roll(9),
                    dice.oneIn(2) ? "instead " + dice.roll(3) : null), confidence(dice));
            case 8 -> Draft.of(new Payload.Doubt(target(turn, dice), "does it?", dice.pick(List.of(Severity.values()))),
                    confidence(dice));
            case 9 -> Draft.of(new Payload.Discovery("fact " + dice.roll(5), null, dice.unit()), confidence(dice));
            case 10 -> rare(dice);
            default -> Draft.custom("note:" + dice.roll(3), Payload.Open.text("by the way " + dice.roll(4)));
        };
    }

    private Draft rare(SeededDice dice) {
        return switch (dice.roll(6)) {
            case 0 -> Draft.of(new Payload.Escalate("too hard " + dice.roll(3), ""), confidence(dice));
            case 1 -> Draft.of(new Payload.SharedMemory("remember " + dice.roll(3), "fact", dice.unit()),
                    confidence(dice));
            case 2 -> Draft.of(new Payload.ToolResult("grep", "x", dice.oneIn(2), dice.roll(99), profile.id()),
                    confidence(dice));
            case 3 -> Draft.of(new Payload.Conflict("one", "other", "they differ"), confidence(dice));
            case 4 -> connected("confidence.high");
            default -> connected("handoff.ready");
        };
    }

    private static Draft connected(String kind) {
        return open(new SignalType(Profile.CONNECTIVITY, kind), Payload.Open.text("as coordination has it"));
    }

    private static Draft open(SignalType type, Payload.Open payload) {
        Draft custom = Draft.custom("x", payload);
        return new Draft(null, type, payload, custom.links(), custom.grading(), custom.lifetime(), custom.audience(),
                custom.extensions());
    }

    /** Returns the draft, sometimes under an id of its own, about another signal, or expired before it is published. */
    private Draft varied(Draft draft, Turn turn, SeededDice dice) {
        return switch (dice.roll(12)) {
            case 0 -> draft.withId("mine " + dice.roll(4));
            case 1 -> draft.inReplyTo(target(turn, dice));
            case 2 -> draft.withTtl(Duration.ofMillis(dice.roll(2)));
            case 3 -> draft.withExtension("x", JsonValue.of("y".repeat(dice.roll(50))));
            case 4 -> draft.withLinks(new Links(target(turn, dice), null, target(turn, dice), List.of("z")));
            case 5 -> graded(draft, dice);
            default -> draft;
        };
    }

    private static Draft graded(Draft draft, SeededDice dice) {
        Grading old = draft.grading();
        return draft.withGrading(new Grading(old.confidence(), old.priority(), old.priorityValue(),
                dice.pick(List.of(CausalLevel.values()))));
    }

    private Draft impersonating(Turn turn, SeededDice dice) {
        return switch (dice.roll(6)) {
            case 0 -> Draft.of(new Payload.Task("another question", null), 1);
            case 1 -> Draft.of(new Payload.ConsensusReached(proposal(dice), "mine", 1), 1);
            case 2 -> open(dice.pick(RESERVED), Payload.Open.data(JsonValue.of("so it is")));
            case 3 -> plain(turn, dice).withId(target(turn, dice));
            case 4 -> open(new SignalType(Profile.HARNESS, dice.oneIn(2) ? "harness:start" : "harness:end"),
                    Payload.Open.data(JsonValue.of("so it was")))
                    .withLinks(new Links(target(turn, dice), null, null, List.of()));
            default -> vote(proposal(dice), dice).withExtension("agentId", JsonValue.of("a0"));
        };
    }

    private static Draft proposal(String id, SeededDice dice) {
        String content = dice.oneIn(6) ? "do something else" : "do " + id;
        return Draft.of(new Payload.Proposal(id, content, "because " + dice.roll(5)), confidence(dice));
    }

    private static Draft vote(String proposal, SeededDice dice) {
        Stance stance = dice.oneIn(4) ? dice.pick(List.of(Stance.values())) : Stance.AGREE;
        return Draft.of(new Payload.Vote(proposal, stance, dice.oneIn(2) ? "so so" : null, dice.pick(WEIGHTS)),
                confidence(dice));
    }

    /** Picks a proposal, the likelier the lower its number, so that some swarms agree. */
    private static String proposal(SeededDice dice) {
        return "p" + Math.min(dice.roll(PROPOSALS), dice.roll(PROPOSALS));
    }

    private static double confidence(SeededDice dice) {
        return dice.pick(CONFIDENCES);
    }

    private static String target(Turn turn, SeededDice dice) {
        List<Signal> heard = turn.stimuli();
        return heard.isEmpty() || dice.oneIn(8) ? "nowhere" : dice.pick(heard).id();
    }
}
