package dev.waggle.cli.runs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.waggle.cli.setup.SetupFile;
import dev.waggle.cli.setup.SwarmSetup;
import dev.waggle.signal.json.JsonObjectBuilder;
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
 *   prices      rows and otherwise, each [input, output] in USD per million tokens
 *   assistants  who works beside the agents: synthesizer, metaAgent
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
        return new JsonObjectBuilder().with("command", "solve")
                .with("options", written.json())
                .withPresent("config", config)
                .withPresent("modelsFile", modelsFile)
                .with("budget", budget(spending.budget()))
                .with("prices", prices(spending.prices()))
                .withTexts("assistants", assistants).json();
    }

    /**
     * Setup in a log.
     *
     * @throws IllegalArgumentException when it has not the form of {@link #toJson}
     */
    public static RunSetup of(JsonValue json) {
        Map<String, JsonValue> fields = object(json, "the setup");
        Map<String, List<String>> options = new LinkedHashMap<>();
        object(fields.get("options"), "options").forEach((name, values) -> options.put(name, texts(values, name)));
        Map<String, JsonValue> prices = object(fields.get("prices"), "prices");
        Map<String, Price> rows = new LinkedHashMap<>();
        object(prices.get("rows"), "prices.rows").forEach((name, row) -> rows.put(name, price(row)));
        Map<String, JsonValue> budget = object(fields.get("budget"), "budget");
        Double tokens = number(budget.get("tokens"));
        return new RunSetup(options, text(fields.get("config")), text(fields.get("modelsFile")),
                new SpendingPolicy(new Budget(tokens == null ? null : tokens.longValue(), number(budget.get("usd"))),
                        new PriceTable(rows, price(prices.get("otherwise")))),
                texts(fields.get("assistants"), "assistants"));
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
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        if (budget.tokens() != null) {
            fields.put("tokens", JsonValue.of(budget.tokens()));
        }
        if (budget.usd() != null) {
            fields.put("usd", JsonValue.of(budget.usd()));
        }
        return JsonValue.of(fields);
    }

    private static JsonValue prices(PriceTable prices) {
        Map<String, JsonValue> rows = new LinkedHashMap<>();
        new TreeMap<>(prices.rows()).forEach((name, row) -> rows.put(name, price(row)));
        return JsonValue.of(Map.of("rows", JsonValue.of(rows), "otherwise", price(prices.otherwise())));
    }

    private static JsonValue price(Price price) {
        return JsonValue.of(List.of(JsonValue.of(price.inputPerMillion()), JsonValue.of(price.outputPerMillion())));
    }

    private static Price price(@Nullable JsonValue json) {
        if (json instanceof JsonValue.Arr(var two) && two.size() == 2) {
            Double input = number(two.getFirst());
            Double output = number(two.getLast());
            if (input != null && output != null) {
                return new Price(input, output);
            }
        }
        throw new IllegalArgumentException("a price must be two numbers, got " + json);
    }

    private static List<String> texts(@Nullable JsonValue json, String name) {
        if (!(json instanceof JsonValue.Arr(var items))) {
            throw new IllegalArgumentException(name + " must be a list of texts, got " + json);
        }
        List<String> texts = new ArrayList<>();
        for (JsonValue item : items) {
            String text = text(item);
            if (text == null) {
                throw new IllegalArgumentException(name + " must be a list of texts, got " + item);
            }
            texts.add(text);
        }
        return texts;
    }

    private static Map<String, JsonValue> object(@Nullable JsonValue json, String name) {
        if (json instanceof JsonValue.Obj(var fields)) {
            return fields;
        }
        throw new IllegalArgumentException(name + " must be an object, got " + json);
    }

    private static @Nullable String text(@Nullable JsonValue json) {
        return json instanceof JsonValue.Str(String value) ? value : null;
    }

    private static @Nullable Double number(@Nullable JsonValue json) {
        return json instanceof JsonValue.Num(var value) ? Double.valueOf(value.doubleValue()) : null;
    }
}
