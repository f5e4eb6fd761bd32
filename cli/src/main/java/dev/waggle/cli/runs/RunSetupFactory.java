package dev.waggle.cli.runs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.cli.input.InputText;
import dev.waggle.setup.SwarmSetup;
import dev.waggle.swarm.harness.SpendingPolicy;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Creates the logged setup of a call of {@code waggle solve}. */
public final class RunSetupFactory {

    /** Options that the setup omits: places, output, and data that the log records elsewhere. */
    private static final Set<
            String> LEFT_AWAY = Set.of("--json", "--events", "--exit-zero", "--log", "--data", "--wait", "--record",
                    "--force",
                    "--config", "--models-file", "--context", "--context-file", "--max-context",
                    "--help", "--version");

    /** Options with paths that are recorded as absolute ones. */
    private static final Set<String> PATHS = Set.of("--tools", "--replay", "--learn", "--answers");

    private RunSetupFactory() {}

    /**
     * Setup of a run, from the parsed command line.
     *
     * @param config the text of the swarm.yaml; {@code null} for none
     * @param models the configuration of models; {@code null} for none
     * @param synthesizes whether a flag asks for a synthesizer
     */
    public static RunSetup of(ParseResult written, @Nullable String config, @Nullable Path models,
            SpendingPolicy spending, SwarmSetup.Assistants assistants, boolean synthesizes) {
        Map<String, List<String>> options = new LinkedHashMap<>();
        for (OptionSpec option : written.matchedOptions()) {
            String name = option.longestName();
            if (!LEFT_AWAY.contains(name)) {
                List<String> values = option.stringValues();
                options.put(name,
                        PATHS.contains(name) ? values.stream().map(RunSetupFactory::absolute).toList() : values);
            }
        }
        List<String> beside = new ArrayList<>();
        if (synthesizes || assistants.synthesizer().isPresent()) {
            beside.add(RunSetup.SYNTHESIZER);
        }
        if (assistants.metaAgent().isPresent()) {
            beside.add(RunSetup.META_AGENT);
        }
        if (assistants.proposalJudge().isPresent()) {
            beside.add(RunSetup.PROPOSAL_JUDGE);
        }
        if (assistants.logCondenser().isPresent()) {
            beside.add(RunSetup.LOG_CONDENSER);
        }
        return new RunSetup(options, config, models == null ? null : absolute(models.toString()), spending, beside);
    }

    private static String absolute(String path) {
        return path.equals(InputText.STANDARD_INPUT) ? path : Path.of(path).toAbsolutePath().normalize().toString();
    }
}
