package dev.waggle.swarm.random;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.StringJoiner;

import dev.waggle.signal.SignalType;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.SteeringConfig;
import dev.waggle.swarm.advisor.AdvisorConfig;
import dev.waggle.swarm.advisor.TopologyConfig;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.DecisionRule;
import dev.waggle.swarm.consensus.StrategyCatalog;
import dev.waggle.swarm.evolution.EvolutionConfig;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.SpendingPolicy;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.runlog.RunFacts;
import dev.waggle.swarm.selection.SelectionConfig;
import dev.waggle.swarm.selection.TurnEffort;
import dev.waggle.swarm.selection.WorkspaceConfig;
import dev.waggle.swarm.testbed.GapLens;
import dev.waggle.swarm.testbed.IdleWorld;
import dev.waggle.swarm.testbed.SeededDice;

/**
 * A whole swarm that follows from a seed: its agents, their rules, and the failures around them.
 *
 * @param seed source of all other components
 * @param cast agents that take part
 * @param troubles failures and delays around the agents
 * @param cancelAt the event at which the solve is cancelled, counted from 1
 */
record RandomSwarm(long seed, List<Role> cast, ConsensusConfig consensus, MathConfig math, Limits limits,
        SpendingPolicy spending, SteeringConfig steering, Set<Part> parts, Set<Trouble> troubles,
        OptionalInt cancelAt) {

    private static final int MOST_AGENTS = 12;

    private static final List<SignalType> HEARD = List.of(SignalType.TASK_NEW, SignalType.DISCOVERY,
            SignalType.PROPOSAL, SignalType.DOUBT, SignalType.CHALLENGE, SignalType.VOTE, SignalType.CONFLICT,
            SignalType.ESCALATE, SignalType.MEMORY_SHARED, RunFacts.FAILED, SignalType.custom("note:1"));

    /**
     * An agent that takes part.
     *
     * @param isModel true if a model thinks for it; else its ways are followed
     */
    record Role(AgentProfile profile, boolean isModel, Set<RandomAgent.Way> ways) {}

    /** An optional part beside the agents. */
    enum Part {
        SYNTHESIZER, META_AGENT, FACTORY, MEMORY, REPUTATION, INBOXES
    }

    /** A failure or delay around the agents. */
    enum Trouble {
        /** The journal refuses some signals of agents. */
        REFUSING_JOURNAL,
        /** Inboxes fail. */
        BROKEN_INBOX,
        /** The parts beside the agents fail. */
        BROKEN_PARTS,
        /** The parts beside the agents are slow, and hang at times. */
        SLOW_PARTS,
        /** The event listener fails. */
        BROKEN_LISTENER,
        /** Models are slow at times. */
        SLOW_MODELS
    }

    static RandomSwarm of(long seed) {
        SeededDice dice = SeededDice.of(seed, "swarm");
        Set<Trouble> troubles = some(EnumSet.allOf(Trouble.class), 4, dice);
        List<Role> cast = new ArrayList<>();
        int agents = dice.oneIn(2) ? dice.between(2, 5) : dice.between(1, MOST_AGENTS);
        for (int i = 0; i < agents; i++) {
            cast.add(role(i, dice));
        }
        boolean grows = dice.oneIn(3);
        MathConfig math = math(grows, dice);
        Set<Part> parts = some(EnumSet.allOf(Part.class), 2, dice);
        if (grows) {
            parts.add(Part.FACTORY);
        }
        Budget budget = budget(dice);
        if (!budget.equals(Budget.UNLIMITED)) {
            troubles.remove(Trouble.SLOW_MODELS); // Speed must not decide here on the rest of a budget.
        }
        return new RandomSwarm(seed, cast, consensus(dice).withSettleRounds((int) Math.floorMod(seed, 3L)), math,
                limits(dice),
                SpendingPolicy.UNLIMITED.withBudget(budget), steering(grows, dice), parts, troubles,
                dice.oneIn(8) ? OptionalInt.of(dice.between(1, 120)) : OptionalInt.empty());
    }

    /** Lockstep if the speed of agents would decide their competition or the limit that cuts them short, else free. */
    IdleWorld.Pace pace() {
        return cancelAt.isPresent() || !spending.budget().equals(Budget.UNLIMITED)
                ? IdleWorld.Pace.LOCKSTEP
                : IdleWorld.Pace.FREE;
    }

    /** True if anything takes time. */
    boolean isSlow() {
        return troubles.contains(Trouble.SLOW_PARTS) || troubles.contains(Trouble.SLOW_MODELS)
                || cast.stream().anyMatch(role -> role.ways().contains(RandomAgent.Way.LINGERS)
                        || role.ways().contains(RandomAgent.Way.HANGS));
    }

    /** The configuration in short, for people. */
    String inShort() {
        StringJoiner words = new StringJoiner("\n  ", "  ", "");
        words.add("agents " + cast.stream().map(RandomSwarm::inShort).toList());
        words.add("consensus " + consensus.strategy().id() + " from " + consensus.threshold() + ", "
                + consensus.minVoters() + " voters, " + consensus.ballots().wireName() + ", weights up to "
                + consensus.maxWeight() + ", " + consensus.conflictResolution().wireName() + " in "
                + consensus.maxDebateRounds());
        words.add("limits " + limits + ", budget " + spending.budget());
        words.add("math " + math.role() + " with " + math.lenses().size() + " lenses");
        words.add("steering " + steering.advisor() + ", evolution " + steering.evolution().enabled() + ", "
                + steering.selection().topK() + ", workspace " + steering.workspace().enabled());
        words.add("beside them " + parts + ", troubles " + troubles
                + (cancelAt.isPresent() ? ", cancelled at event " + cancelAt.getAsInt() : ""));
        return words.toString();
    }

    private static String inShort(Role role) {
        return role.profile().id() + (role.isModel() ? " (model)" : " " + role.ways()) + " hears "
                + role.profile().listens().stream().map(SignalType::text).sorted().toList() + " says "
                + role.profile().canEmit().stream().map(SignalType::text).sorted().toList();
    }

    private static Role role(int number, SeededDice dice) {
        Set<SignalType> listens = new LinkedHashSet<>(List.of(SignalType.TASK_NEW, SignalType.PROPOSAL));
        Set<SignalType> emits = new LinkedHashSet<>();
        if (dice.oneIn(2)) {
            listens.addAll(HEARD);
        }
        if (dice.oneIn(3)) {
            listens.removeIf(type -> dice.oneIn(2));
        }
        if (dice.oneIn(3)) {
            emits.addAll(List.of(SignalType.PROPOSAL, SignalType.VOTE, SignalType.CHALLENGE, SignalType.DISCOVERY));
            emits.removeIf(type -> dice.oneIn(3));
        }
        AgentProfile profile = new AgentProfile("a" + number + (dice.oneIn(10) ? " \"the \\ odd\"" : ""), "agent",
                dice.oneIn(2) ? "critic" : "", dice.pick(List.of(1.0, 1.0, 0.1, 5.0)), listens, emits);
        boolean sound = dice.oneIn(2);
        Set<RandomAgent.Way> ways = sound
                ? EnumSet.noneOf(RandomAgent.Way.class)
                : some(EnumSet.allOf(RandomAgent.Way.class), 8, dice);
        if (number == 0 && dice.oneIn(2)) {
            ways.add(RandomAgent.Way.ASKS);
        }
        return new Role(profile, dice.oneIn(4), ways);
    }

    private static <E extends Enum<E>> Set<E> some(EnumSet<E> all, int oneIn, SeededDice dice) {
        Set<E> some = EnumSet.copyOf(all);
        some.removeIf(each -> !dice.oneIn(oneIn));
        return some;
    }

    private static ConsensusConfig consensus(SeededDice dice) {
        return new ConsensusConfig(dice.pick(StrategyCatalog.builtIn()),
                new DecisionRule(dice.pick(List.of(0.0, 0.5, 0.7, 0.9, 1.0)),
                        dice.between(1, 4)),
                dice.pick(List.of(BallotRule.values())), dice.pick(List.of(0.5, 1.0, 1.0, 10.0)),
                dice.oneIn(2) ? ConflictResolution.DEBATE : dice.pick(List.of(ConflictResolution.values())),
                dice.between(1, 3));
    }

    private static MathConfig math(boolean grows, SeededDice dice) {
        MathConfig math = switch (dice.roll(4)) {
            case 0 -> MathConfig.watching();
            case 1 -> grows ? MathConfig.defaults() : MathConfig.off();
            default -> MathConfig.defaults();
        };
        if (dice.oneIn(2)) {
            math = math.withLenses(math.lenses().stream().filter(lens -> dice.oneIn(2)).toList());
        }
        if (grows) {
            List<Lens<?>> lenses = new ArrayList<>(math.lenses().isEmpty() ? LensCatalog.all() : math.lenses());
            lenses.add(new GapLens("wants").misses(1, dice.between(2, 5), dice.pick(List.of("synthesizer", "mediator",
                    "critical-challenger", "lateral-thinker"))));
            lenses.add(new GapLens("wants-too").misses(2, 6, "critical-challenger"));
            math = math.withLenses(lenses);
        }
        return math;
    }

    private static Limits limits(SeededDice dice) {
        return new Limits(dice.between(1, 7), dice.pick(List.of(1, 2, 3, 5, 12, 30, 80, 200, 200, 200)),
                Duration.ofSeconds(dice.pick(List.of(1, 5, 20, 120, 120))));
    }

    private static Budget budget(SeededDice dice) {
        return switch (dice.roll(5)) {
            case 0 -> Budget.ofTokens(dice.between(100, 20_000));
            case 1 -> Budget.ofUsd(dice.between(1, 50) / 1_000.0);
            default -> Budget.UNLIMITED;
        };
    }

    private static SteeringConfig steering(boolean grows, SeededDice dice) {
        Optional<AdvisorConfig> advisor = dice.oneIn(2)
                ? Optional.of(new AdvisorConfig(dice.oneIn(2), dice.oneIn(2), dice.oneIn(2), dice.roll(3),
                        dice.between(1, 2),
                        new TopologyConfig(dice.oneIn(2), dice.unit(), dice.unit(), dice.oneIn(2), dice.oneIn(2))))
                : Optional.empty();
        EvolutionConfig evolution = EvolutionConfig.defaults();
        if (grows) {
            evolution = evolution.withEvolutionEnabled().withEvaluationWindow(dice.between(1, 2))
                    .withCooldownRounds(dice.roll(2))
                    .withMinValueForKeep(dice.unit());
        }
        SelectionConfig selection = SelectionConfig.defaults();
        if (dice.oneIn(3)) {
            selection = selection.withTopK(dice.between(1, 4)).withMinSpread(dice.oneIn(2) ? 0 : 0.15);
        }
        WorkspaceConfig workspace = dice.oneIn(3) ? WorkspaceConfig.defaults().withWorkspaceEnabled()
                : WorkspaceConfig.defaults();
        return new SteeringConfig(advisor, evolution, selection, workspace,
                dice.oneIn(4) ? TurnEffort.ADAPTIVE : TurnEffort.FULL);
    }
}
