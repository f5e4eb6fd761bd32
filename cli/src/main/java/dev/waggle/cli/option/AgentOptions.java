package dev.waggle.cli.option;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.cli.terminal.UserException;
import dev.waggle.server.api.a2a.A2aSettings;
import dev.waggle.server.api.a2a.EventVerbosity;
import picocli.CommandLine.Option;

/** Service for agents of other systems, as flags. */
public final class AgentOptions {

    @Option(names = "--a2a-verbosity", paramLabel = "WORD", defaultValue = "standard",
            description = "events of tasks of other agents: minimal, standard or verbose (default: standard)")
    private String verbosity = "standard";

    @Option(names = "--a2a-push", paramLabel = "HOST:PORT",
            description = "place that receives updates of tasks although its address is private; repeat for more")
    private List<String> places = new ArrayList<>();

    /** The settings of a program of that version. */
    public A2aSettings settings(String version) {
        return UserException.checked(() -> {
            places.forEach(A2aSettings::requirePlace);
            return A2aSettings.of(version).withVerbosity(EventVerbosity.of(verbosity)).withPushPlaces(places);
        });
    }
}
