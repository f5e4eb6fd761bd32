package dev.waggle.cli.command.solve;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import dev.waggle.cli.command.solve.SolveRunner.SolveRules;
import dev.waggle.cli.option.ConsensusOptions;
import dev.waggle.cli.option.LimitOptions;
import dev.waggle.cli.option.MathOptions;
import dev.waggle.cli.option.RemoteSeatOptions;
import dev.waggle.cli.replay.SolveSource;
import dev.waggle.cli.runs.RunSetup;
import dev.waggle.cli.runs.RunSetupFactory;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.setup.MemorySettings;
import dev.waggle.setup.SwarmSetup;
import dev.waggle.setup.team.RemoteSeatSpec;
import dev.waggle.signal.seat.SeatAnswers;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.SpendingPolicy;
import dev.waggle.swarm.lens.analysis.MathConfig.MathRole;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Order of a demo in the form of flags, as the log keeps it. It has a shipped deliberation in place of a model, rules,
 * and people who answer later.
 */
@Command(name = "demo")
final class DemoOptions {

    /** First part of the name of a shipped deliberation among models. */
    static final String PROVIDER = "demo:";

    @Option(names = "--model")
    private List<String> models = new ArrayList<>();

    @Option(names = "--task-type")
    private @Nullable String taskType;

    @Option(names = "--tenant")
    private @Nullable String tenant;

    @Option(names = "--budget-usd")
    private @Nullable Double budgetUsd;

    @Option(names = "--budget-tokens")
    private @Nullable Long budgetTokens;

    @Option(names = "--context")
    private @Nullable String context;

    @Mixin
    private RemoteSeatOptions seats = new RemoteSeatOptions();

    @Mixin
    private ConsensusOptions consensus = new ConsensusOptions();

    @Mixin
    private MathOptions math = new MathOptions();

    @Mixin
    private LimitOptions limits = new LimitOptions();

    @Parameters(arity = "1")
    private String question = "";

    @Spec
    private @Nullable CommandSpec spec;

    /** The name of the deliberation. */
    String name() {
        if (models.size() != 1 || !models.getFirst().startsWith(PROVIDER)) {
            throw new UserException("this server is a demo and plays recordings, got "
                    + (models.isEmpty() ? "an order without models" : "the models " + String.join(", ", models)),
                    "Name one of GET /v1/deliberations as the only model, such as " + PROVIDER + "crossing.");
        }
        return models.getFirst().substring(PROVIDER.length());
    }

    /**
     * The input of that order.
     *
     * @param recorded the deliberation
     * @param answers the answers of people
     */
    SolveSource source(SolveSource recorded, SeatAnswers answers) {
        if (!question.equals(recorded.task().text()) || !Objects.equals(context, recorded.task().context())) {
            throw new UserException("a recording answers its own question, the one of the order would not be asked",
                    "Send the question and the context that GET /v1/deliberations has.");
        }
        List<String> speakers = recorded.roster().stream().map(AgentProfile::id).toList();
        List<Agent> people = new ArrayList<>();
        for (RemoteSeatSpec seat : seats.seats()) {
            if (speakers.contains(seat.profile().id())) {
                throw new UserException("the recording speaks for \"" + seat.profile().id() + "\" already",
                        "Give the seat another id.");
            }
            people.add(seat.agent(answers));
        }
        SolveSource source = recorded.withPeople(people);
        return new SolveSource(ConsensusOptions.typed(source.task(), taskType), source.agents(), source.ballots(),
                source.conflicts(), source.settleRounds(), source.limits(), spending(), source.world(),
                source.synthesizer(), source.escalations());
    }

    /** The budget of the order, for the account of its token; a recording costs nothing. */
    private SpendingPolicy spending() {
        return new SpendingPolicy(new Budget(budgetTokens, budgetUsd), SpendingPolicy.UNLIMITED.prices());
    }

    /** The consensus rules of that input. */
    ConsensusConfig consensus(SolveSource source) {
        return consensus.config(source);
    }

    /** The rules of that input; a recording cannot answer a challenge, so mathematics only watches it. */
    SolveRules rules(SolveSource source, MemorySettings memory) {
        return new SolveRules(consensus(source), math.config(MathRole.WATCHING), limits.limits(source.limits()),
                config -> config, memory.withTenant(tenant));
    }

    /** The setup for the log. */
    RunSetup setup() {
        return RunSetupFactory.of(Objects.requireNonNull(spec).commandLine().getParseResult(), null, null,
                spending(), SwarmSetup.Assistants.NONE, false);
    }
}
