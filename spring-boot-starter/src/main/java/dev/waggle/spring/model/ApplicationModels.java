package dev.waggle.spring.model;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

import dev.waggle.connect.llm.LiveModels;
import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.setup.team.SetupException;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.text.Suggestions;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.RetryPolicy;
import dev.waggle.swarm.harness.SpendingPolicy;
import dev.waggle.swarm.harness.call.CircuitBreakerRegistry;
import dev.waggle.swarm.harness.call.MeteredHarness;
import dev.waggle.swarm.harness.call.ResilientHarness;
import org.jspecify.annotations.Nullable;

/**
 * The models of an application: {@code bean:NAME} is a bean, any other name one of the catalog of providers. The catalog
 * is opened when one of its names is asked for. Thread-safe.
 */
public final class ApplicationModels implements AutoCloseable {

    /** The prefix of the name of a model that is a bean. */
    public static final String BEAN = "bean:";

    private final List<ModelBeanSource> sources;
    private final Predicate<String> isPrimary;
    private final Supplier<Map<String, String>> environment;
    private final @Nullable Path file;
    private final CircuitBreakerRegistry breakers;
    /** Guarded by this object. */
    private final Map<String, Harness> opened = new HashMap<>();
    /** Guarded by this object. */
    private @Nullable LiveModels catalog;

    /**
     * Opens nothing.
     *
     * @param isPrimary true for the name of a bean that precedes others of its type
     * @param environment the variables that hold keys and addresses
     * @param file the file of providers, aliases and prices; {@code null} for none
     */
    public ApplicationModels(List<ModelBeanSource> sources, Predicate<String> isPrimary,
            Supplier<Map<String, String>> environment, @Nullable Path file, CircuitBreakerRegistry breakers) {
        this.sources = List.copyOf(sources);
        this.isPrimary = isPrimary;
        this.environment = environment;
        this.file = file;
        this.breakers = breakers;
    }

    /** The model of that name, with retries, a circuit breaker and the budget of its solve. */
    public synchronized Harness harness(String name) {
        Harness known = opened.get(name);
        if (known != null) {
            return known;
        }
        Harness made = name.startsWith(BEAN) ? bean(name) : provider(name);
        opened.put(name, made);
        return made;
    }

    /**
     * Returns the models of agents that name none. It is the only model among the beans, else the primary one, else the
     * only one with answers in pieces. It is empty where there is no bean.
     *
     * @throws SetupException when several beans remain
     */
    public List<String> usual() {
        Map<String, Supplier<Harness>> all = beans();
        List<String> names = List.copyOf(all.keySet());
        if (names.size() > 1) {
            List<String> primary = names.stream().filter(isPrimary).toList();
            names = primary.isEmpty() ? names : primary;
        }
        if (names.size() > 1) {
            List<String> streaming = names.stream()
                    .filter(name -> sources.stream().anyMatch(source -> source.isStreaming(name))).toList();
            names = streaming.isEmpty() ? names : streaming;
        }
        if (names.size() > 1) {
            throw new SetupException("waggle.models is not set, and there are several models: "
                    + String.join(", ", names),
                    "Set it, for example to " + BEAN + names.getFirst()
                            + ", or declare one bean as primary.");
        }
        return names.stream().map(name -> BEAN + name).toList();
    }

    /** The names that the models file gives to models; none without such a file. */
    public Set<String> aliases() {
        return file == null ? Set.of() : catalog().catalog().models().keySet();
    }

    /** True for a model that takes tools, and a schema beside them. */
    public boolean keepsSchemaBesideTools(String name) {
        return name.startsWith(BEAN) ? harness(name).capabilities().tools()
                : catalog().catalog().keepsSchemaBesideTools(name);
    }

    /** Prices of the models that were asked for, with that budget. */
    public synchronized SpendingPolicy spending(Budget budget) {
        LiveModels models = catalog;
        return models == null ? SpendingPolicy.UNLIMITED.withBudget(budget) : models.spending(budget);
    }

    /** The catalog of providers and aliases, which is closed with this. */
    public ModelCatalog providers() {
        return catalog().catalog();
    }

    /** The names of the models among the beans. */
    public List<String> beanNames() {
        return beans().keySet().stream().map(name -> BEAN + name).toList();
    }

    /** The names of the models that were asked for. */
    public synchronized List<String> names() {
        return new ArrayList<>(new TreeMap<>(opened).keySet());
    }

    @Override
    public synchronized void close() {
        LiveModels models = catalog;
        if (models != null) {
            models.close();
            catalog = null;
        }
    }

    private Harness bean(String name) {
        Map<String, Supplier<Harness>> all = beans();
        Supplier<Harness> bean = all.get(name.substring(BEAN.length()));
        if (bean == null) {
            throw new SetupException("there is no model \"" + name + "\" among the beans", all.isEmpty()
                    ? "Declare a bean that is a chat model."
                    : Suggestions.nearest(name.substring(BEAN.length()), all.keySet())
                            .map(near -> "Maybe " + BEAN + near + "? ").orElse("") + "Known are "
                            + String.join(", ", all.keySet()) + '.');
        }
        return new ResilientHarness(new MeteredHarness(bean.get()), RetryPolicy.DEFAULTS, breakers.of(name));
    }

    private Harness provider(String name) {
        LiveModels models = catalog();
        return accepted("waggle.models: ", "Correct it, or set the variable below waggle.environment.", () -> {
            Harness harness = models.harness(name);
            models.requireKey(name);
            return harness;
        });
    }

    private synchronized LiveModels catalog() {
        LiveModels models = catalog;
        if (models == null) {
            Map<String, String> variables = environment.get();
            models = file == null
                    ? accepted("", "Correct that variable.", () -> new LiveModels(ModelCatalog.of(variables), breakers))
                    : accepted("waggle.models-file: ", "Correct that file.",
                            () -> new LiveModels(ModelCatalog.of(variables, file), breakers));
            catalog = models;
        }
        return models;
    }

    /** The value; a refusal is one of that key, with its own remedy or that one. */
    private static <T> T accepted(String key, String remedy, Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException | IllegalStateException | UncheckedIOException refused) {
            SetupException refusal = SetupException.of(new IllegalArgumentException(refused.getMessage()), remedy);
            throw (SetupException) new SetupException(key + refusal.problem(), refusal.remedy()).initCause(refused);
        }
    }

    private Map<String, Supplier<Harness>> beans() {
        Map<String, Supplier<Harness>> all = new TreeMap<>();
        sources.forEach(source -> all.putAll(source.models()));
        return all;
    }
}
