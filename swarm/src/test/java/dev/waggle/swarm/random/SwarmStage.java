package dev.waggle.swarm.random;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.function.Predicate;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.inbox.Inbox;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.inbox.InboxProvider;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.ReplayResult;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.assist.MetaAgent;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.harness.call.MeteredHarness;
import dev.waggle.swarm.memory.SharedMemory;
import dev.waggle.swarm.memory.SharedMemory.MemoryNote;
import dev.waggle.swarm.memory.SharedMemory.RecalledMemory;
import dev.waggle.swarm.random.RandomSwarm.Part;
import dev.waggle.swarm.random.RandomSwarm.Trouble;
import dev.waggle.swarm.reaction.ModelAgent;
import dev.waggle.swarm.reaction.ModelAgentConfig;
import dev.waggle.swarm.runlog.AnswerJournal;
import dev.waggle.swarm.runlog.ReplayLog;
import dev.waggle.swarm.testbed.FaultyJournal;
import dev.waggle.swarm.testbed.IdleWorld;
import dev.waggle.swarm.testbed.MemoryInboxes;
import dev.waggle.swarm.testbed.SeededDice;
import dev.waggle.swarm.testbed.SolveTestBed;
import dev.waggle.swarm.testbed.WatchedAgent;
import org.jspecify.annotations.Nullable;

/** Stage on which a {@link RandomSwarm} solves once: its world, its journal and everything beside its agents. */
final class SwarmStage {

    static final String RUN = "run-1";

    private static final int FEW = 5;

    private final RandomSwarm swarm;
    private final IdleWorld world;
    private final WatchedAgent.Turnstile turnstile;
    private final Remains remains;
    private final FaultyJournal journal;
    private final DoubleAdder overcharged = new DoubleAdder();
    private final List<SwarmEvent> events = new ArrayList<>();
    private final Map<String, AgentProfile> hired = new ConcurrentHashMap<>();
    private @Nullable Swarm running;
    private int told;

    /** A process that begins with nothing. */
    static SwarmStage of(RandomSwarm swarm) {
        return new SwarmStage(swarm, Remains.of(swarm), OptionalInt.empty());
    }

    /** The same process, which dies when its log should receive that entry, from 1. */
    static SwarmStage dyingAt(int entry, RandomSwarm swarm) {
        return new SwarmStage(swarm, Remains.of(swarm), OptionalInt.of(entry));
    }

    /** The next process, which finds these remains an hour later. */
    static SwarmStage after(Remains remains, RandomSwarm swarm) {
        return new SwarmStage(swarm, remains, OptionalInt.empty());
    }

    private SwarmStage(RandomSwarm swarm, Remains remains, OptionalInt deadAt) {
        this.swarm = swarm;
        this.remains = remains;
        world = remains.isNew()
                ? new IdleWorld(IdleWorld.START, swarm.seed(), swarm.pace())
                : new IdleWorld(IdleWorld.START.plus(Duration.ofHours(1)), -swarm.seed(), swarm.pace());
        turnstile = new WatchedAgent.Turnstile(world, remains.isKnown(world));
        journal = new FaultyJournal(remains.log(), swarm.troubles().contains(Trouble.REFUSING_JOURNAL) ? 20 : 0,
                deadAt);
    }

    /**
     * State that a process leaves behind.
     *
     * @param unheld signals that the journal could not hold so far
     * @param overcharged tokens that models charged so far beyond their allowance
     */
    record Remains(MemoryJournal log, MemoryJournal answers, MemoryInboxes post, List<Signal> unheld,
            double overcharged) {

        static Remains of(RandomSwarm swarm) {
            MemoryInboxes inboxes = new MemoryInboxes();
            swarm.cast().forEach(role -> inboxes.subscribe(role.profile().id(), "ci:*",
                    SeededDice.of(swarm.seed(), "silent " + role.profile().id()).oneIn(2)));
            for (int i = 1; i <= FEW; i++) {
                Signal signal = Signal.of(Draft.custom("ci:" + i, Payload.Open.data(JsonValue.of(i))),
                        new Stamp("outside " + i, Source.named("ci"), IdleWorld.START, Scope.NONE));
                inboxes.deliver(new LogEntry(i, IdleWorld.START, Emission.by("ci"), signal));
            }
            return new Remains(new MemoryJournal(), new MemoryJournal(), inboxes, List.of(), 0);
        }

        boolean isNew() {
            return log.read(1, 1).isEmpty();
        }

        /** True if the outcome of a turn is known. */
        Predicate<Emission> isKnown(World world) {
            ReplayLog replayLog = new ReplayLog(log.entriesOf(RUN));
            AnswerJournal answerJournal = AnswerJournal.of(RUN, Optional.of(answers), world);
            return turn -> replayLog.recordedWork(turn).or(() -> answerJournal.recordedWork(turn)).isPresent();
        }

        /** Copy of the present state, with the additions of one more process. */
        Remains copy(List<Signal> moreUnheld, double moreOvercharged) {
            return new Remains(copy(log), copy(answers), post.afterCrash(), joined(unheld, moreUnheld),
                    overcharged + moreOvercharged);
        }

        private static MemoryJournal copy(MemoryJournal journal) {
            MemoryJournal copy = new MemoryJournal();
            journal.read(1, Integer.MAX_VALUE)
                    .forEach(entry -> copy.append(entry.signal(), entry.emission(), entry.recordedAt()));
            return copy;
        }
    }

    /** Solves or resumes, and throws whatever the solve throws. */
    SwarmRun solve() {
        SwarmConfig config = config();
        try (Swarm own = new Swarm(config)) {
            running = own;
            List<LogEntry> acknowledged = new ArrayList<>(remains.log().read(1, Integer.MAX_VALUE));
            SwarmResult result = own.solveResumable(SolveTestBed.TASK, RUN);
            acknowledged.addAll(journal.acknowledged());
            return new SwarmRun(config, hired, remains.overcharged() + overcharged.sum(), acknowledged,
                    joined(remains.unheld(), journal.refused()), remains.log().read(1, Integer.MAX_VALUE), events,
                    result);
        }
    }

    private static <T> List<T> joined(List<T> one, List<T> other) {
        List<T> all = new ArrayList<>(one);
        all.addAll(other);
        return all;
    }

    /** Replays the solve that was left behind. */
    ReplayResult replay() {
        try (Swarm own = new Swarm(config())) {
            return own.replay(RUN);
        }
    }

    /** State that would remain if the process ended now. */
    Remains remains() {
        return remains.copy(journal.refused(), overcharged.sum());
    }

    private SwarmConfig config() {
        List<Agent> agents = new ArrayList<>();
        swarm.cast().forEach(role -> agents.add(agent(role)));
        return wired(SwarmConfig.of(agents).withConsensus(swarm.consensus()).withMath(swarm.math())
                .withLimits(swarm.limits()).withSpending(swarm.spending()).withSteering(swarm.steering()));
    }

    private Agent agent(RandomSwarm.Role role) {
        Agent agent = role.isModel()
                ? model(role.profile())
                : new RandomAgent(swarm.seed(), role.profile(), role.ways(), world);
        return new WatchedAgent(agent, turnstile);
    }

    private Agent model(AgentProfile profile) {
        return new ModelAgent(profile, new MeteredHarness(model("model")), ModelAgentConfig.defaults());
    }

    private RandomModel model(String name) {
        return new RandomModel(swarm.seed() + name.hashCode(), swarm.troubles().contains(Trouble.SLOW_MODELS),
                overcharged);
    }

    private SwarmConfig wired(SwarmConfig rules) {
        SwarmConfig config = rules.withWorld(world).withJournals(run -> journal).withEventListener(this::hear)
                .withAnswers(journal.keeping(remains.answers()));
        if (swarm.parts().contains(Part.SYNTHESIZER)) {
            config = config.withSynthesizer((material, context) -> part("synthesizer", context.world(),
                    "it comes to " + material.proposals().size()));
        }
        if (swarm.parts().contains(Part.META_AGENT)) {
            config = config.withMetaAgent((view, context) -> part("meta " + view.round(), context.world(),
                    new MetaAgent.Move(SeededDice.of(swarm.seed(), "move " + view.round())
                            .pick(List.of(MetaAgent.Action.values())), "so it seems", "look again")));
        }
        if (swarm.parts().contains(Part.FACTORY)) {
            config = config.withAgentFactory(vacancy -> {
                broken("hire " + vacancy.agentId());
                hired.put(vacancy.agentId(), vacancy.profile());
                SeededDice dice = SeededDice.of(swarm.seed(), vacancy.agentId());
                return agent(new RandomSwarm.Role(vacancy.profile(), dice.oneIn(3), Set.of()));
            });
        }
        if (swarm.parts().contains(Part.MEMORY)) {
            config = config.withMemory(memory());
        }
        if (swarm.parts().contains(Part.REPUTATION)) {
            config = config.withReputation((agent, task) -> {
                SeededDice dice = SeededDice.of(swarm.seed(), "reputation " + agent);
                return swarm.troubles().contains(Trouble.BROKEN_PARTS) && dice.oneIn(4) ? Double.NaN : dice.unit();
            });
        }
        return swarm.parts().contains(Part.INBOXES) ? config.withInboxes(inboxes()) : config;
    }

    /** Answer of a part, unless the part fails or hangs. */
    private <T> T part(String name, World own, T answer) throws Exception {
        SeededDice dice = SeededDice.of(swarm.seed(), "part " + name);
        if (swarm.troubles().contains(Trouble.SLOW_PARTS)) {
            if (dice.oneIn(4)) {
                world.hang();
            }
            IdleWorld.linger(own, Duration.ofMillis(dice.between(1, 12_000)));
        }
        broken(name);
        return answer;
    }

    private void broken(String name) {
        if (swarm.troubles().contains(Trouble.BROKEN_PARTS) && SeededDice.of(swarm.seed(), "broken " + name).oneIn(2)) {
            throw new IllegalStateException(name + " is broken");
        }
    }

    private SharedMemory memory() {
        return new SharedMemory() {
            @Override
            public List<RecalledMemory> recall(String question, int atMost) throws Exception {
                return part("recall", world, List.of(new RecalledMemory("m1", "it was so", "fact", 0.9, 0.5, Map.of()),
                        new RecalledMemory("m2", "and so", null, 0.3, 0.5, Map.of())));
            }

            @Override
            public String store(MemoryNote note) throws Exception {
                return part("store " + note.content(), world, "m " + note.content());
            }

            @Override
            public void reinforce(String memoryId, String agentId) throws Exception {
                part("reinforce " + memoryId, world, "");
            }

            @Override
            public int decay() throws Exception {
                return part("decay", world, 3);
            }
        };
    }

    private InboxProvider inboxes() {
        return agent -> swarm.troubles().contains(Trouble.BROKEN_INBOX) ? new BrokenInbox(remains.post().inboxOf(agent))
                : remains.post().inboxOf(agent);
    }

    /** An inbox that fails at its third use. */
    private static final class BrokenInbox implements Inbox {

        private final Inbox inbox;
        private int used;

        BrokenInbox(Inbox inbox) {
            this.inbox = inbox;
        }

        @Override
        public List<InboxItem> drain(int limit) {
            use();
            return inbox.drain(limit);
        }

        @Override
        public void acknowledge(long sequence) {
            use();
            inbox.acknowledge(sequence);
        }

        @Override
        public boolean needsReaction() {
            use();
            return inbox.needsReaction();
        }

        private void use() {
            used++;
            if (used > 2) {
                throw new IllegalStateException("the inbox is gone");
            }
        }
    }

    private void hear(SwarmEvent event) {
        events.add(event);
        if (event instanceof SwarmEvent.LifecycleRecorded life) {
            turnstile.hear(life.fact());
        }
        if (!(event instanceof SwarmEvent.HarnessEmitted)) { // The time of these events is a matter of chance.
            told++;
            boolean isTime = swarm.cancelAt().isPresent() && told >= swarm.cancelAt().getAsInt();
            if (running != null && isTime && !(event instanceof SwarmEvent.AgentSpawned)) {
                running.close(); // Not while an agent joins, because it might still join in time.
            }
            if (swarm.troubles().contains(Trouble.BROKEN_LISTENER) && told % 7 == 0) {
                throw new AssertionError("a listener that fails");
            }
        }
    }
}
