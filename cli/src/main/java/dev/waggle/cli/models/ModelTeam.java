package dev.waggle.cli.models;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

import dev.waggle.connect.llm.endpoint.ModelSettings;
import dev.waggle.journal.signals.SignalBroker;
import dev.waggle.journal.signals.SignalTools;
import dev.waggle.journal.userfile.OutputTarget;
import dev.waggle.setup.team.TeamMember;
import dev.waggle.signal.tool.Tool;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.ModelMode;
import org.jspecify.annotations.Nullable;

/**
 * Options for a team of model-backed agents.
 *
 * @param players the agents and their models
 * @param manner the options of calls
 * @param budget the limit on the cost of all calls together
 * @param tools the tools that agents may use
 * @param tapes the recordings to make or to replay
 * @param after the steps after the decision
 */
public record ModelTeam(TeamOptions players, CallOptions manner, Budget budget, ToolOptions tools, TapeOptions tapes,
        OutputOptions after) {

    /** The same with other agents and models. */
    public ModelTeam with(List<TeamMember> team, List<String> models) {
        return new ModelTeam(new TeamOptions(team, models, players.mode, players.file, players.environment,
                players.places, players.remoteAgents), manner, budget,
                tools, tapes, after);
    }

    /** The same for the order of a stranger: of remote agents, only these and those of the models file are asked. */
    public ModelTeam admitting(Collection<String> remoteAgents) {
        return new ModelTeam(new TeamOptions(players.team, players.models, players.mode, players.file,
                players.environment, players.places, Set.copyOf(remoteAgents)), manner, budget, tools, tapes, after);
    }

    /**
     * The same with tools on the signals of a data folder, which is opened before the solve begins.
     *
     * @param tenant the tenant of the solve; {@code null} for none
     */
    public ModelTeam withSignals(Supplier<SignalBroker> signals, @Nullable String tenant) {
        return new ModelTeam(players, manner, budget,
                new ToolOptions(tools.web, tools.file, () -> SignalTools.ofSolve(signals, tenant)), tapes, after);
    }

    /**
     * The agents and their models.
     *
     * @param team the agents
     * @param models the models that agents without one take in turn
     * @param mode the initial mode of calls
     * @param file the configuration; {@code null} for none
     * @param environment the variables that hold keys and addresses
     * @param places the place in a file that names a model, by the model's name: the prefix of messages about it
     * @param remoteAgents the names of remote agents that may be asked; {@code null} for any
     */
    public record TeamOptions(List<TeamMember> team, List<String> models, ModelMode mode, @Nullable Path file,
            Map<String, String> environment, Map<String, String> places, @Nullable Set<String> remoteAgents) {
        public TeamOptions {
            team = List.copyOf(team);
            models = List.copyOf(models);
            places = Map.copyOf(places);
        }

        /** Models that no file names. */
        public TeamOptions(List<TeamMember> team, List<String> models, ModelMode mode, @Nullable Path file,
                Map<String, String> environment) {
            this(team, models, mode, file, environment, Map.of(), null);
        }

        /** Keys are among the variables. */
        @Override
        public String toString() {
            return "Players[" + team + ", " + models + ", " + mode + ", " + file + ']';
        }
    }

    /**
     * Options of the calls of models.
     *
     * @param maxOutput maximum tokens of an answer; {@code null} for the default
     * @param temperature 0..1; {@code null} for the provider's default
     * @param settings settings of every request, before those of the configuration
     */
    public record CallOptions(@Nullable Integer maxOutput, @Nullable Double temperature, ModelSettings settings) {

        /** Options without settings of requests. */
        public CallOptions(@Nullable Integer maxOutput, @Nullable Double temperature) {
            this(maxOutput, temperature, ModelSettings.NONE);
        }
    }

    /**
     * Tools that agents may use.
     *
     * @param web whether they may read the web
     * @param file the configuration of tool servers; {@code null} for none
     * @param signalTools makes the tools on signals of one solve; none by default
     */
    public record ToolOptions(boolean web, @Nullable Path file, Supplier<List<Tool>> signalTools) {

        /** Tools without signals. */
        public ToolOptions(boolean web, @Nullable Path file) {
            this(web, file, List::of);
        }
    }

    /**
     * Steps after the decision of a solve.
     *
     * @param synthesize whether a model of the team writes the answer
     * @param learn store in which agents learn from solve to solve; {@code null} for none
     */
    public record OutputOptions(boolean synthesize, @Nullable Path learn) {

        /** The decision is the answer, and no agent learns. */
        public static final OutputOptions NOTHING = new OutputOptions(false, null);
    }

    /**
     * Recordings to make or to replay.
     *
     * @param replay the recording to replay; {@code null} for none
     * @param orLive whether models are called when the recording has no answer
     * @param record the recording to make; {@code null} for none
     * @param seed the random seed of the solve; {@code null} for the recording's seed, or a new one
     */
    public record TapeOptions(@Nullable Path replay, boolean orLive, @Nullable OutputTarget record,
            @Nullable Long seed) {}
}
