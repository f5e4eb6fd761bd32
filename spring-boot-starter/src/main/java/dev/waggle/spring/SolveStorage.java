package dev.waggle.spring;

import java.util.Optional;

import dev.waggle.journal.signals.SignalService;
import dev.waggle.setup.folder.AnswerFolder;
import dev.waggle.setup.folder.OutcomeFolder;
import dev.waggle.signal.checkpoint.CheckpointStore;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.seat.SeatAnswers;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.event.SwarmEvent;
import org.jspecify.annotations.Nullable;

/**
 * Storage of the solves of an application. All parts but the signals and the log belong to the data folder of {@code
 * waggle.data}.
 *
 * @param log the log of solves; empty for one in memory for each solve
 * @param signals the data folder with its log and the inboxes; {@code null} for no inboxes
 * @param answers the answers of active solves
 * @param outcomes the outcomes of finished solves
 * @param checkpoints the list of active solves
 * @param seats the answers of people
 */
record SolveStorage(Optional<Journal> log, @Nullable SignalService signals, Optional<AnswerFolder> answers,
        Optional<OutcomeFolder> outcomes, Optional<CheckpointStore> checkpoints, Optional<SeatAnswers> seats) {

    /** The configuration that writes to this storage, and decides by the outcomes in it. */
    SwarmConfig store(SwarmConfig config) {
        SwarmConfig logged = log.map(config::withJournal).orElse(config);
        if (signals == null) {
            return logged;
        }
        config.agents().forEach(agent -> signals.inboxes().registerAgent(agent.profile().id()));
        SwarmConfig mailed = logged.withInboxes(signals.inboxes());
        SwarmConfig listed = checkpoints.map(mailed::withCheckpoints).orElse(mailed);
        SwarmConfig taught = outcomes.map(known -> listed.withReliability(known.learned())).orElse(listed);
        return answers.map(folder -> keeping(taught, folder)).orElse(taught);
    }

    /** Answers are kept from their arrival to the end of their solve, whose log then has them. */
    private static SwarmConfig keeping(SwarmConfig config, AnswerFolder folder) {
        return config.withAnswers(folder).withEventListener(config.eventListener().andThen(event -> {
            if (event instanceof SwarmEvent.SolveCompleted(var result)) {
                folder.drop(result.solveId());
            }
        }));
    }
}
