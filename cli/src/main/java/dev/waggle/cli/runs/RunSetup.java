package dev.waggle.cli.runs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import dev.waggle.cli.setup.SetupFile;
import dev.waggle.setup.SwarmSetup;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.SteeringConfig;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.Price;
import dev.waggle.swarm.harness.PriceTable;
import dev.waggle.swarm.harness.SpendingPolicy;
import dev.waggle.swarm.template.Templates;
import org.jspecify.annotations.Nullable;

/**
 * Setup of a call of {@code waggle solve}, logged with its run, and enough to repeat the call. Keys are not in it: they
 * come from the environment and from files.
 *
 * <pre>
 *   options     what was written on the command line, name to values, but for where things are and how they are shown
 *   config      the text of swarm.yaml
 *   modelsFile  where providers, aliases and prices are
 *   budget      tokens, usd
 *   prices      rows and otherwise, each [input, output] in USD per million tokens; a price with others is an
 *               object: input, output, cachedInput, cacheWrite, reasoning
 *   assistants  who works beside the agents: synthesizer, metaAgent, proposalJudge,
 *               logCondenser
 * </pre>
 *
 * @param options values by the name of the option, in the order in which they were given
 * @param config the text of the swarm.yaml; {@code null} for none
 * @param modelsFile the configuration of models; {@code null} for none
 * @param spending budget and prices
 * @param assistants the roles beside the agents
 */
public record RunSetup(Map<String, List<String>> options, @Nullable String config, @Nullable String modelsFile,
        SpendingPolicy spending, List<String> assistants) {

    /** Writes the answer. */
    public static final String SYNTHESIZER = "synthesizer";

    /** Observes the swarm from outside. */
    public static final String META_AGENT = "metaAgent";
    /** Finds proposals that say the same. */
    public static final String PROPOSAL_JUDGE = "proposalJudge";

    /** Summarizes the oldest findings of a long log. */
    public static final String LOG_CONDENSER = "logCondenser";

    private static final String COMMAND = "command";
    private static final String SOLVE = "solve";
    private static final String TEMPLATE = "--template";

    public RunSetup {
        Map<String, List<String>> copy = new LinkedHashMap<>();
        options.forEach((name, values) -> copy.put(name, List.copyOf(values)));
        options = Map.copyOf(copy);
        assistants = List.copyOf(assistants);
    }

    /** For the log. */
    public JsonValue toJson() {
        JsonObjectBuilder written = new JsonObjectBuilder();
        new TreeMap<>(options).forEach((name, values) -> written.withTexts(name, values));
        return new JsonObjectBuilder().with(COMMAND, SOLVE)
                .with("options", written.json())
                .withPresent("config", config)
                .withPresent("modelsFile", modelsFile)
                .with("budget", budget(spending.budget()))
                .with("prices", prices(spending.prices()))
                .withTexts("assistants", assistants).json();
    }

    /**
     * Setup in a log; empty for the setup of another program, such as an application with the Spring Boot starter.
     *
     * @throws IllegalArgumentException when it is one of {@code waggle solve} and has not the form of {@link #toJson}
     */
    public static Optional<RunSetup> find(JsonValue json) {
        String command = JsonObjectReader.root("the setup", json).optionalText(COMMAND);
        return command == null || command.equals(SOLVE) ? Optional.of(of(json)) : Optional.empty();
    }

    /**
     * Setup in a log.
     *
     * @throws IllegalArgumentException when it has not the form of {@link #toJson}
     */
    public static RunSetup of(JsonValue json) {
        JsonObjectReader setup = JsonObjectReader.root("the setup", json);
        JsonObjectReader written = setup.object("options");
        Map<String, List<String>> options = new LinkedHashMap<>();
        written.names().forEach(name -> options.put(name, written.texts(name)));
        JsonObjectReader prices = setup.object("prices");
        JsonObjectReader listed = prices.object("rows");
        Map<String, Price> rows = new LinkedHashMap<>();
        listed.names().forEach(name -> rows.put(name, price(listed, name)));
        JsonObjectReader budget = setup.object("budget");
        return new RunSetup(options, setup.optionalText("config"), setup.optionalText("modelsFile"),
                new SpendingPolicy(
                        setup.build(() -> new Budget(budget.optionalInteger("tokens"), budget.optionalNumber("usd"))),
                        new PriceTable(rows, price(prices, "otherwise"))),
                setup.texts("assistants"));
    }

    /**
     * The command line of a resumed solve.
     *
     * @param models the current file of the models; {@code null} for the recorded one
     */
    public List<String> arguments(Task task, @Nullable String models) {
        List<String> arguments = new ArrayList<>();
        new TreeMap<>(options)
                .forEach((name, values) -> values.forEach(value -> arguments.add(name + '=' + value)));
        String file = models == null ? modelsFile : models;
        if (file != null) {
            arguments.add("--models-file=" + file);
        }
        if (task.context() != null) {
            arguments.add("--context=" + task.context());
        }
        arguments.add("--");
        arguments.add(task.text());
        return arguments;
    }

    /** True if an assistant of that name works beside the agents. */
    public boolean has(String assistant) {
        return assistants.contains(assistant);
    }

    /** Steering of the agents beside mathematics. */
    public SteeringConfig steering() {
        if (config != null) {
            return SetupFile.parse("the swarm.yaml of the log", config).rules().steering();
        }
        return options.getOrDefault(TEMPLATE, List.of()).stream().findFirst().map(Templates::named).map(SwarmSetup::of)
                .map(setup -> setup.rules().steering()).orElseGet(SteeringConfig::defaults);
    }

    private static JsonValue budget(Budget budget) {
        Long tokens = budget.tokens();
        return new JsonObjectBuilder().withPresent("tokens", tokens == null ? null : JsonValue.of(tokens))
                .withPresent("usd", budget.usd()).json();
    }

    private static JsonValue prices(PriceTable prices) {
        JsonObjectBuilder rows = new JsonObjectBuilder();
        new TreeMap<>(prices.rows()).forEach((name, row) -> rows.with(name, price(row)));
        return new JsonObjectBuilder().with("rows", rows.json()).with("otherwise", price(prices.otherwise())).json();
    }

    private static JsonValue price(Price price) {
        if (price.equals(new Price(price.inputPerMillion(), price.outputPerMillion()))) {
            return JsonValue.of(
                    List.of(JsonValue.of(price.inputPerMillion()), JsonValue.of(price.outputPerMillion())));
        }
        return new JsonObjectBuilder().with("input", price.inputPerMillion())
                .with("output", price.outputPerMillion())
                .withPresent("cachedInput", price.cachedInputPerMillion())
                .withPresent("cacheWrite", price.cacheWritePerMillion())
                .withPresent("reasoning", price.reasoningPerMillion()).json();
    }

    private static Price price(JsonObjectReader table, String name) {
        if (table.value(name) instanceof JsonValue.Obj) {
            JsonObjectReader row = table.object(name);
            Price price = row.build(() -> new Price(row.number("input"), row.number("output"),
                    row.optionalNumber("cachedInput"), row.optionalNumber("cacheWrite"),
                    row.optionalNumber("reasoning")));
            row.rejectUnknownFields();
            return price;
        }
        List<Double> two = table.numbers(name);
        if (two.size() != 2) {
            throw table.invalid(name, "two numbers");
        }
        return JsonObjectReader.build(table.place(name) + '.', () -> new Price(two.getFirst(), two.getLast()));
    }
}
