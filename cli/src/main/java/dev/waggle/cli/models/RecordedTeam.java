package dev.waggle.cli.models;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import dev.waggle.journal.cassette.Cassette;
import dev.waggle.journal.cassette.CassetteFile;
import dev.waggle.journal.file.BadJournalException;
import dev.waggle.setup.team.TeamMember;
import dev.waggle.setup.team.TeamRole;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.Task;

/**
 * Question, team and models of a recorded solve, if the cassette holds them.
 *
 * @param question the question, if the cassette holds it
 * @param team the agents, if they were the usual team; else none
 * @param models the models that were called, in the order of their first call
 */
public record RecordedTeam(Optional<Task> question, List<TeamMember> team, List<String> models) {

    /** Nothing is known, as for a journal or the remains of a killed run. */
    public static final RecordedTeam UNKNOWN = new RecordedTeam(Optional.empty(), List.of(), List.of());

    public RecordedTeam {
        team = List.copyOf(team);
        models = List.copyOf(models);
    }

    /** Reads the known parts; a file that is no cassette yields none. */
    public static RecordedTeam of(Path recording) {
        if (!Files.isRegularFile(recording)) {
            return UNKNOWN;
        }
        try {
            Cassette cassette = CassetteFile.read(recording);
            Cassette.Question question = cassette.question();
            return new RecordedTeam(Optional.of(new Task(question.text(), question.context(), null, null)),
                    team(cassette),
                    models(cassette));
        } catch (BadJournalException noCassette) {
            return UNKNOWN;
        }
    }

    private static List<TeamMember> team(Cassette cassette) {
        List<String> seats = cassette.roster().stream().map(Cassette.Seat::id).toList();
        List<TeamMember> usual = seats.size() <= TeamRole.MAX_AGENTS ? TeamMember.team(seats.size()) : List.of();
        return usual.stream().map(member -> member.profile().id()).toList().equals(seats) ? usual : List.of();
    }

    private static List<String> models(Cassette cassette) {
        return cassette.calls().stream().map(call -> call.signal().extensions().get(HarnessRun.MODEL))
                .filter(JsonValue.Str.class::isInstance).map(model -> ((JsonValue.Str) model).value()).distinct()
                .toList();
    }
}
