package dev.waggle.connect.llm;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

import dev.waggle.connect.llm.endpoint.CaFile;
import dev.waggle.connect.llm.endpoint.ModelSettings;
import dev.waggle.connect.llm.endpoint.NetworkOptions;
import dev.waggle.connect.llm.family.LearnedLimits;
import dev.waggle.connect.llm.family.ModelFamilies;
import dev.waggle.connect.llm.family.ModelProfile;
import dev.waggle.connect.llm.provider.EmbeddingEndpoint;
import dev.waggle.connect.llm.provider.KeySource;
import dev.waggle.connect.llm.provider.ModelName;
import dev.waggle.connect.llm.provider.ProviderCheck;
import dev.waggle.connect.llm.provider.ProviderConfig;
import dev.waggle.connect.llm.provider.ProviderHarness;
import dev.waggle.connect.llm.provider.ProviderRuntime;
import dev.waggle.connect.llm.wire.ProviderHttpClient;
import dev.waggle.journal.logging.Slf4jWarning;
import dev.waggle.journal.userfile.BoundedFile;
import dev.waggle.signal.harness.CallMeter.TokenPricing;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.session.SessionStore;
import dev.waggle.signal.text.SecretSet;
import dev.waggle.signal.text.Suggestions;
import dev.waggle.signal.text.VisibleText;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.harness.PriceTable;
import org.jspecify.annotations.Nullable;

/**
 * Catalog of the configured models: built-in providers, with addresses from the environment, and the providers of a
 * models file. A harness of a catalog makes one attempt and settles no budget; {@link LiveModels} adds retries and
 * the budget. Closing ends all calls at once.
 */
public final class ModelCatalog implements AutoCloseable {

    /** Largest models file; one or two pages are usual. */
    private static final int MAX_FILE = 1_024 * 1_024;

    static {
        Slf4jWarning.suppress();
    }

    private final Map<String, ProviderConfig> providers;
    private final CatalogFile file;
    private final Map<String, String> environment;
    private final ProviderHttpClient httpClient;
    private final ModelFamilies families;
    private final PriceTable prices;
    private final ProviderRuntime runtime;
    private final ModelSettings overrides;
    private final SchemeCatalog schemes;
    /** Names of other schemes that may be asked; {@code null} for all. */
    private final @Nullable Set<String> admitted;

    private ModelCatalog(CatalogFile file, Map<String, String> environment) {
        this.file = file;
        this.environment = Map.copyOf(environment);
        Map<String, ProviderConfig> all = new LinkedHashMap<>(BuiltInProviders.of(environment));
        all.putAll(file.providers());
        providers = Collections.unmodifiableMap(all);
        NetworkOptions network = NetworkOptions.of(environment);
        CaFile own = file.caFile();
        httpClient = new ProviderHttpClient(own == null ? network : network.withCaFile(own));
        families = ModelFamilies.shipped().with(file.families());
        prices = prices(file);
        runtime = new ProviderRuntime(httpClient, new SessionStore<>(), new LearnedLimits(),
                SecretSet.of(secrets(network)), notice -> {
                });
        overrides = ModelSettings.NONE;
        schemes = SchemeCatalog.of(environment);
        admitted = null;
    }

    private ModelCatalog(ModelCatalog other, ProviderRuntime runtime, ModelSettings overrides,
            @Nullable Set<String> admitted) {
        providers = other.providers;
        file = other.file;
        environment = other.environment;
        httpClient = other.httpClient;
        families = other.families;
        prices = other.prices;
        this.runtime = runtime;
        this.overrides = overrides;
        schemes = other.schemes;
        this.admitted = admitted;
    }

    /**
     * The same catalog for names that a stranger may have written. A name of another scheme than that of a provider is
     * an address that this process asks, with its tokens. It is refused, unless it is among these or a model of the
     * file. Closing either closes both.
     *
     * @param names the names that are admitted; those of providers and aliases have no effect
     */
    public ModelCatalog admitting(Collection<String> names) {
        return new ModelCatalog(this, runtime, overrides, Set.copyOf(names));
    }

    /**
     * The same catalog, whose models use these settings before those of their providers. Closing either closes both.
     */
    public ModelCatalog withOverrides(ModelSettings settings) {
        return new ModelCatalog(this, runtime, settings, admitted);
    }

    /**
     * The same catalog with a receiver of notices. A notice is a line for people when a model refuses a part of requests
     * and they are changed. It comes once for each endpoint, on the thread of a call. Closing either closes both.
     */
    public ModelCatalog withNotices(Consumer<String> receiver) {
        return new ModelCatalog(this, runtime.withNotices(receiver), overrides, admitted);
    }

    /**
     * The same catalog, whose answers show none of these secrets either, for example those of tool servers. The keys of
     * all providers, the values of own headers and query parameters, and the logins of proxies are masked in any case.
     * Closing either closes both.
     */
    public ModelCatalog withSecrets(Collection<String> secrets) {
        return new ModelCatalog(this, runtime.withSecrets(secrets), overrides, admitted);
    }

    private List<String> secrets(NetworkOptions network) {
        List<String> secrets = new ArrayList<>(network.proxies().secrets());
        for (ProviderConfig provider : providers.values()) {
            secrets.addAll(provider.key().find(environment).secrets());
            secrets.addAll(provider.within(environment).endpoint().secrets());
        }
        return secrets;
    }

    /**
     * The catalog of an environment alone.
     *
     * @throws IllegalArgumentException when a variable holds no address; the message names it
     */
    public static ModelCatalog of(Map<String, String> environment) {
        return new ModelCatalog(CatalogFile.EMPTY, environment);
    }

    /**
     * The catalog of an environment and a file.
     *
     * @param json content of the file
     * @throws IllegalArgumentException when something in it is unknown, missing or wrong; the message names the error
     *        and the place
     */
    public static ModelCatalog of(Map<String, String> environment, String json) {
        return new ModelCatalog(CatalogFile.read(json), environment);
    }

    /**
     * The catalog of an environment and a file.
     *
     * @throws IllegalArgumentException as {@link #of(Map, String)}, and when the file cannot be read
     */
    public static ModelCatalog of(Map<String, String> environment, Path path) {
        String fileName = VisibleText.of(path.toString());
        try {
            return of(environment, BoundedFile.text(path, MAX_FILE));
        } catch (CharacterCodingException noText) {
            throw new IllegalArgumentException(fileName + " is not UTF-8", noText);
        } catch (IOException unreadable) {
            throw new IllegalArgumentException(
                    fileName + " cannot be read: " + BoundedFile.reason(unreadable) + "\nMaybe it is somewhere else.",
                    unreadable);
        } catch (IllegalArgumentException bad) {
            throw new IllegalArgumentException(fileName + ": " + bad.getMessage(), bad);
        }
    }

    /**
     * The model of that name. A missing key is reported by the first call.
     *
     * @param name an alias of the file, or {@code provider:model}
     * @throws IllegalArgumentException when nothing has that name, or the model does not take a setting; the message
     *         offers the nearest, or the words that it takes
     */
    public Harness harness(String name) {
        ModelName model = resolve(name);
        return isOfScheme(model) ? schemes.harness(model, pricing(model), runtime) : providerHarness(name);
    }

    /**
     * True if a name is of another scheme than that of a provider, for example {@code a2a:https://agents.example/}. Its
     * model takes no settings, and no facts about it are known.
     */
    public boolean isOfScheme(ModelName model) {
        return !providers.containsKey(model.provider()) && schemes.has(model.provider());
    }

    /**
     * The embedding model of that name. A missing key is reported by the first call.
     *
     * @throws IllegalArgumentException when nothing has that name, or its provider has no embedding models
     */
    EmbeddingEndpoint embedding(String name) {
        ModelName model = resolve(name);
        ProviderConfig provider = provider(model.provider());
        return new EmbeddingEndpoint(provider.within(environment).withOverrides(overrides), model,
                provider.key().find(environment), runtime);
    }

    /**
     * True if a model takes tools, and its provider does not refuse a schema beside them. Elsewhere tools cost an answer
     * its schema, which is then left to the prompt.
     *
     * @param name an alias of the file, or {@code provider:model}
     * @throws IllegalArgumentException as {@link #harness}
     */
    public boolean keepsSchemaBesideTools(String name) {
        return isOfScheme(resolve(name)) || providerHarness(name).keepsSchemaBesideTools();
    }

    private ProviderHarness providerHarness(String name) {
        ModelName model = resolve(name);
        ProviderConfig provider = provider(model.provider());
        ProviderConfig bound = provider.within(environment).withOverrides(overrides);
        return new ProviderHarness(bound, model, provider.key().find(environment), profile(bound, model),
                pricing(model), runtime);
    }

    /**
     * The providers of these models that cannot be called, each with the words that a call would have. Their keys are
     * looked up. Then one free request asks each provider for its list of models, all at once. After five seconds a
     * server that has accepted the request counts as being there.
     *
     * @param names aliases of the file, or {@code provider:model}
     * @return in the order of the names; empty if all can be called as far as is known
     * @throws IllegalArgumentException when nothing has a name
     * @throws InterruptedException when the caller is interrupted; the requests are cancelled
     */
    public List<UnavailableProvider> unavailable(Collection<String> names) throws InterruptedException {
        return unavailable(names, World.system());
    }

    List<UnavailableProvider> unavailable(Collection<String> names, World world) throws InterruptedException {
        Map<String, List<String>> models = new LinkedHashMap<>();
        List<Callable<Optional<UnavailableProvider>>> checks = new ArrayList<>();
        for (String name : names) {
            ModelName model = resolve(name);
            if (isOfScheme(model)) {
                checks.add(() -> schemes.failure(model)
                        .map(failure -> new UnavailableProvider(model.toString(), failure.message())));
                continue;
            }
            List<String> known = models.computeIfAbsent(model.provider(), _ -> new ArrayList<>());
            if (!known.contains(model.model())) {
                known.add(model.model());
            }
        }
        models.forEach((provider, asked) -> {
            ProviderCheck check = check(provider, asked);
            checks.add(() -> check.failure(world).map(failure -> new UnavailableProvider(provider, failure.message())));
        });
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<UnavailableProvider> unavailable = new ArrayList<>();
            for (Future<Optional<UnavailableProvider>> done : threads.invokeAll(checks)) {
                done.get().ifPresent(unavailable::add);
            }
            return List.copyOf(unavailable);
        } catch (ExecutionException broken) {
            throw new IllegalStateException("the check of a provider failed: " + broken.getCause(), broken.getCause());
        }
    }

    /**
     * Provider that cannot be called.
     *
     * @param provider its name
     * @param message the failure of a call, with the remedy on a second line where there is one
     */
    public record UnavailableProvider(String provider, String message) {}

    /** The failure of a call of that model for its key; empty without one. Nothing is sent. */
    Optional<String> keyFailure(String name) {
        ModelName model = resolve(name);
        Optional<HarnessFailure> failure = isOfScheme(model)
                ? schemes.keyFailure(model)
                : check(model.provider(), List.of(model.model())).keyFailure();
        return failure.map(HarnessFailure::message);
    }

    private ProviderCheck check(String name, List<String> models) {
        ProviderConfig provider = provider(name);
        return new ProviderCheck(provider.within(environment), provider.key().find(environment), models, httpClient);
    }

    /** The facts that are known about a model, with what its refusals have taught so far. */
    public ModelProfile profile(ModelName model) {
        return profile(provider(model.provider()), model)
                .after(runtime.learned().of(model.provider(), model.model()));
    }

    private ProviderConfig provider(String name) {
        ProviderConfig provider = providers.get(name);
        if (provider == null && schemes.has(name)) {
            throw new IllegalArgumentException(name + " names no provider of models: it answers questions only, and"
                    + " has no embeddings, settings or known facts");
        }
        if (provider == null) {
            throw new IllegalArgumentException("there is no provider " + name + ", only "
                    + String.join(", ", providers.keySet()) + unknown(name));
        }
        return provider;
    }

    private ModelProfile profile(ProviderConfig provider, ModelName model) {
        return families.of(provider.host(), provider.name(), model.model());
    }

    /** Resolves a name: an alias of the file to its model, any other to itself. */
    public ModelName resolve(String name) {
        ModelName alias = file.models().get(name);
        if (alias != null) {
            return alias;
        }
        if (name.indexOf(':') < 0 && !file.models().isEmpty()) {
            throw new IllegalArgumentException("there is no model " + VisibleText.of(name) + ": it is no alias ("
                    + String.join(", ", file.models().keySet()) + ") and not of the form provider:model"
                    + Suggestions.remedyLine(name, file.models().keySet()));
        }
        return requireAdmitted(ModelName.of(name));
    }

    private ModelName requireAdmitted(ModelName model) {
        if (admitted != null && isOfScheme(model) && !admitted.contains(model.toString())
                && !file.models().containsValue(model)) {
            throw new IllegalArgumentException(VisibleText.of(model.toString()) + " is the address of a remote agent,"
                    + " which the owner of this server has not named"
                    + "\nMaybe the owner adds it: --model, --config, or an alias in the models file.");
        }
        return model;
    }

    /** The providers with the state of their keys. */
    public List<ProviderStatus> providers() {
        return providers.values().stream().map(this::listing).toList();
    }

    /** The aliases of the file. */
    public Map<String, ModelName> models() {
        return Collections.unmodifiableMap(file.models());
    }

    /** The shipped list prices, with the rows of the file before them. */
    public PriceTable prices() {
        return prices;
    }

    /** The price of a model, if it has a row or the file has a price for every token. */
    private Optional<TokenPricing> pricing(ModelName model) {
        boolean isKnown = file.costPerToken() != null || prices.knows(model.toString());
        return isKnown ? Optional.of(prices.of(model.toString())) : Optional.empty();
    }

    private static PriceTable prices(CatalogFile file) {
        PriceTable table = ShippedPriceList.shipped().with(file.prices());
        Double perToken = file.costPerToken();
        return perToken == null ? table : table.withCostPerToken(perToken);
    }

    /** The shipped table of model families, with the rows of the file before them. */
    public ModelFamilies families() {
        return families;
    }

    @Override
    public void close() {
        schemes.close();
        httpClient.close();
    }

    /**
     * Status of a provider, for display.
     *
     * @param provider its configuration
     * @param key whether there is a key
     * @param location the place of the key, or the places searched for it, or the error in it; never the key
     */
    public record ProviderStatus(ProviderConfig provider, KeyState key, String location) {

        /** True if the provider can be called as far as is known. */
        public boolean isReady() {
            return switch (key) {
                case FOUND, NOT_NEEDED -> true;
                case MISSING, UNUSABLE -> false;
            };
        }
    }

    /** State of the key of a provider. */
    public enum KeyState {
        FOUND, MISSING, NOT_NEEDED, UNUSABLE
    }

    /** Display name of the endpoint of a model in messages: the name of its provider and the address. */
    String endpoint(ModelName model) {
        if (isOfScheme(model)) {
            return schemes.endpoint(model);
        }
        ProviderConfig known = providers.get(model.provider());
        return known == null ? model.provider() : known.name() + " at " + known.baseUrl();
    }

    private ProviderStatus listing(ProviderConfig provider) {
        return switch (provider.key().find(environment)) {
            case KeySource.KeyLookup.Key found -> new ProviderStatus(provider, KeyState.FOUND, found.location());
            case KeySource.KeyLookup.Unusable bad -> new ProviderStatus(provider, KeyState.UNUSABLE, bad.reason());
            case KeySource.KeyLookup.Missing _ -> new ProviderStatus(provider,
                    provider.needsKey() ? KeyState.MISSING : KeyState.NOT_NEEDED, provider.key().places());
        };
    }

    private String unknown(String name) {
        if (name.equals(ProviderConfig.Kind.AZURE.configName())) {
            return "\nMaybe set " + BuiltInProviders.AZURE_URL + " to https://RESOURCE.openai.azure.com.";
        }
        return name.equals(BuiltInProviders.COMPATIBLE)
                ? "\nMaybe set " + BuiltInProviders.COMPATIBLE_URL + " to the address of the server."
                : Suggestions.remedyLine(name, providers.keySet());
    }
}
