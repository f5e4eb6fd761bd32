package dev.waggle.swarm.engine.loop;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.call.CallOutcome;
import dev.waggle.swarm.engine.record.SolveContext;
import dev.waggle.swarm.engine.record.SolveLog;
import dev.waggle.swarm.engine.speech.SolveBus;
import dev.waggle.swarm.engine.turn.HelperExecutor;
import dev.waggle.swarm.engine.turn.StopGuard;
import dev.waggle.swarm.equivalence.MergeTable;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.memory.SharedMemory;
import dev.waggle.swarm.memory.SharedMemory.MemoryNote;
import dev.waggle.swarm.memory.SharedMemory.RecalledMemory;
import dev.waggle.swarm.runlog.MemoryJson;
import org.jspecify.annotations.Nullable;

/**
 * Exchange of a solve with the shared memory of swarms:
 *
 * <pre>
 *   open         recall what has to do with the task         -> memory:shared
 *   each round   store what agents found, proposed, challenged and want to be remembered; merged proposals once
 *                reinforce what they agree with
 *   at the end   store the signals since, let everything fade
 * </pre>
 *
 * <p>A signal that repeats a recalled memory is not stored, and an agent that repeats one does not strengthen it
 * ({@link MemoryRepetitionFilter}).
 *
 * <p>Each of these is one call of the {@link HelperExecutor}: a failure of the memory is logged, and the solve
 * continues. No call begins after a cancellation or at the end of the time. Such a solve stores the signals of its last
 * round only if that had ended, and nothing fades by it. Owned by the thread of the solve.
 */
final class MemoryPhase {

    /** Maximum number of memories retrieved for a task: more would outweigh it. */
    static final int MAX_RECALLED = 5;

    private static final String MEMORY = InfrastructureNames.MEMORY;
    private static final String FAILED = "failed";
    private static final String FIRST = "first";
    private static final String STORED = "stored";

    private final SharedMemory memory;
    private final SolveLog log;
    private final boolean isEnabled;
    private final HelperExecutor helpers;
    private final SolveBus bus;
    /** Memory ids of this solve, by signal and by proposal. */
    private final Map<String, String> bySignal = new HashMap<>();
    private final Map<String, String> byProposal = new HashMap<>();
    private final Set<Agreement> reinforced = new LinkedHashSet<>();
    /** Proposals that are merged and so not stored, by id. */
    private final Map<String, Signal> withheld = new LinkedHashMap<>();
    private final MergeTable merges = new MergeTable();
    private final MemoryRepetitionFilter repetitions = new MemoryRepetitionFilter();
    private int looked;

    /** Agreement of an agent with a memory. */
    private record Agreement(String memoryId, String agentId) {}

    MemoryPhase(SolveContext context, HelperExecutor helpers, SolveBus bus) {
        memory = context.config().services().experience().memory();
        log = context.log();
        isEnabled = !memory.equals(SharedMemory.NONE); // A call without effect needs no thread.
        this.helpers = helpers;
        this.bus = bus;
    }

    /** Publishes the memories retrieved for the task. */
    void recall(Task task) {
        if (!isEnabled) {
            return;
        }
        Optional<JsonValue> recalled = helpers.run(MEMORY, "memory.recall", StopGuard.HELPER_TIMEOUT, call -> {
            List<RecalledMemory> found = memory.recall(task.text(), MAX_RECALLED);
            return MemoryJson.of(found.subList(0, Math.min(found.size(), MAX_RECALLED)), call.world().now());
        });
        recalled.ifPresent(memories -> MemoryJson.drafts(memories,
                invalid -> bus.reportFailure(MEMORY, "memory.recall", CallOutcome.Failed.describe(invalid)))
                .forEach(this::share));
    }

    private void share(Draft memory) {
        try {
            bus.publish(MEMORY, memory);
            repetitions.recalled(memory);
        } catch (IllegalArgumentException invalid) {
            bus.reportFailure(MEMORY, "memory.recall", CallOutcome.Failed.describe(invalid));
        }
    }

    /** Stores the signals published since the last call. */
    void remember() {
        if (!isEnabled) {
            return;
        }
        List<Signal> all = bus.summary().log();
        List<Signal> fresh = List.copyOf(all.subList(looked, all.size()));
        looked = all.size();
        fresh.forEach(merges::accept);
        fresh.forEach(repetitions::accept); // Also merged proposals, which are not stored.
        store(unmerged(fresh));
        reinforce(fresh);
    }

    /** Stores the signals published since the last call, then lets all memories fade. */
    void finish() {
        remember();
        if (isEnabled) {
            helpers.run(MEMORY, "memory.decay", StopGuard.HELPER_TIMEOUT, _ -> JsonValue.of(memory.decay()));
        }
    }

    /** The signals without merged proposals, and with those that were split since: equal proposals are one memory. */
    private List<Signal> unmerged(List<Signal> fresh) {
        List<Signal> stored = new ArrayList<>();
        Map<String, Signal> proposed = new LinkedHashMap<>(withheld);
        fresh.stream().filter(signal -> signal.payload() instanceof Payload.Proposal)
                .forEach(signal -> proposed.putIfAbsent(idOf(signal), signal));
        withheld.entrySet().stream().filter(proposal -> !merges.isMerged(proposal.getKey()))
                .forEach(proposal -> stored.add(proposal.getValue()));
        withheld.clear();
        proposed.forEach((id, signal) -> {
            if (merges.isMerged(id)) {
                withheld.put(id, signal);
            }
        });
        fresh.stream().filter(signal -> !merges.isMerged(idOf(signal))).forEach(stored::add);
        return stored;
    }

    private static String idOf(Signal signal) {
        return signal.payload() instanceof Payload.Proposal proposal ? proposal.proposalId() : "";
    }

    private void store(List<Signal> fresh) {
        Map<String, Signal> bySignalId = new LinkedHashMap<>();
        List<MemoryNote> notes = new ArrayList<>();
        for (Signal signal : fresh) {
            if (signal.source() instanceof Source.Agent agent) {
                Optional<String> repeated = repetitions.repeated(signal.payload());
                repeated.ifPresent(memoryId -> recordId(signal, memoryId));
                Integer round = signal.scope().round();
                MemoryJson.note(signal, agent.id(), round == null ? log.round() : round)
                        .filter(_ -> repeated.isEmpty()).ifPresent(note -> {
                            notes.add(note);
                            bySignalId.put(signal.id(), signal);
                        });
            }
        }
        if (notes.isEmpty()) {
            return;
        }
        Optional<JsonValue> done = helpers.run(MEMORY, "memory.store", StopGuard.HELPER_TIMEOUT, _ -> {
            Batch batch = new Batch();
            if (notes.size() == 1 || !batch.storeTogether(memory, notes)) {
                for (MemoryNote note : notes) {
                    batch.run(() -> batch.put(note, memory.store(note)));
                }
            }
            return batch.json();
        });
        report(done, "memory.store", notes.size())
                .ifPresent(stored -> stored.forEach((signalId, id) -> recordId(bySignalId.get(signalId), id)));
    }

    private void recordId(@Nullable Signal signal, String memoryId) {
        if (signal != null) {
            bySignal.put(signal.id(), memoryId);
            if (signal.payload() instanceof Payload.Proposal proposal) {
                byProposal.putIfAbsent(proposal.proposalId(), memoryId);
            }
        }
    }

    /** Reinforces the memory of each proposal that an agent votes for. */
    private void reinforce(List<Signal> fresh) {
        List<Agreement> agreements = new ArrayList<>();
        for (Signal signal : fresh) {
            if (signal.payload() instanceof Payload.Vote vote && vote.stance() == Stance.AGREE
                    && signal.source() instanceof Source.Agent agent) {
                String id = byProposal.get(merges.hostOf(vote.proposalId()));
                String replyTo = signal.links().replyTo();
                String proposalId = id != null || replyTo == null ? id : bySignal.get(replyTo);
                if (proposalId != null && !repetitions.hasRepeated(proposalId, agent.id())
                        && reinforced.add(new Agreement(proposalId, agent.id()))) {
                    agreements.add(new Agreement(proposalId, agent.id()));
                }
            }
        }
        if (!agreements.isEmpty()) {
            Optional<Map<String,
                    String>> _ = report(helpers.run(MEMORY, "memory.reinforce", StopGuard.HELPER_TIMEOUT, _ -> {
                        Batch batch = new Batch();
                        for (Agreement each : agreements) {
                            batch.run(() -> memory.reinforce(each.memoryId, each.agentId));
                        }
                        return batch.json();
                    }), "memory.reinforce", agreements.size());
        }
    }

    /** Ids of the stored memories; the failures of a batch are published once, with the first reason. */
    private Optional<Map<String, String>> report(Optional<JsonValue> done, String operation, int all) {
        return done.map(answer -> {
            JsonObjectReader batch = JsonObjectReader.root("the answer of " + operation, answer);
            JsonObjectReader stored = batch.object(STORED);
            long failed = batch.integer(FAILED);
            String first = batch.text(FIRST);
            batch.rejectUnknownFields();
            if (failed > 0) {
                bus.reportFailure(MEMORY, operation, failed + " of " + all + " failed: " + first);
            }
            Map<String, String> idBySignal = new LinkedHashMap<>();
            stored.names().forEach(signalId -> idBySignal.put(signalId, stored.text(signalId)));
            return idBySignal;
        });
    }

    /** Several calls of a memory, of which any may fail without the others. */
    private static final class Batch {

        private final Map<String, JsonValue> stored = new LinkedHashMap<>();
        private int failed;
        private String first = "";

        /** A call of a memory. */
        @FunctionalInterface
        interface Step {
            void run() throws Exception;
        }

        /**
         * Stores the notes in one call. Returns false if that fails: storing one again stores it once, so that each is
         * tried alone then.
         */
        boolean storeTogether(SharedMemory memory, List<MemoryNote> notes) throws InterruptedException {
            try {
                List<String> ids = memory.storeAll(notes);
                if (ids.size() != notes.size()) {
                    return false;
                }
                for (int i = 0; i < ids.size(); i++) {
                    put(notes.get(i), ids.get(i));
                }
                return true;
            } catch (InterruptedException stop) {
                throw stop;
            } catch (Exception broken) {
                if (Thread.currentThread().isInterrupted()) { // A closed file says so, too.
                    throw new InterruptedException();
                }
                return false; // The failures of the single calls are reported.
            }
        }

        void put(MemoryNote note, @Nullable String memoryId) {
            stored.put(note.signalId(), JsonValue.of(Objects.requireNonNull(memoryId, "it named the memory null")));
        }

        void run(Step step) throws InterruptedException {
            try {
                step.run();
            } catch (InterruptedException stop) {
                throw stop;
            } catch (Exception broken) {
                first = failed == 0 ? CallOutcome.Failed.describe(broken) : first;
                failed++;
            }
        }

        JsonValue json() {
            return new JsonObjectBuilder().with(STORED, stored)
                    .with(FAILED, failed)
                    .with(FIRST, first).json();
        }
    }
}
