package dev.waggle.connect.llm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.connect.llm.endpoint.CaFile;
import dev.waggle.connect.llm.endpoint.NetworkOptions;
import dev.waggle.connect.llm.provider.KeySource;
import dev.waggle.connect.llm.provider.LangChainHarness;
import dev.waggle.connect.llm.provider.ModelName;
import dev.waggle.connect.llm.provider.ProviderConfig;
import dev.waggle.connect.llm.provider.SessionStore;
import dev.waggle.connect.llm.wire.ProviderHttpClient;
import dev.waggle.journal.logging.Slf4jWarning;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.text.Suggestions;
import dev.waggle.signal.text.VisibleText;
import dev.waggle.swarm.harness.PriceTable;

/**
 * Catalog of the configured models: built-in providers, with addresses from the environment, and the providers of a
 * models file. A harness of a catalog makes one attempt and settles no budget; {@link LiveModels} adds retries and
 * the budget. Closing ends all calls at once.
 */
public final class ModelCatalog implements AutoCloseable {

    /** Largest models file; one or two pages are usual. */
    private static final long MAX_FILE = 1_024 * 1_024;

    static {
        Slf4jWarning.suppress();
    }

    private final Map<String, ProviderConfig> providers;
    private final CatalogFile file;
    private final Map<String, String> environment;
    private final ProviderHttpClient httpClient;
    private final SessionStore sessions = new SessionStore();

    private ModelCatalog(CatalogFile file, Map<String, String> environment) {
        this.file = file;
        this.environment = Map.copyOf(environment);
        Map<String, ProviderConfig> all = new LinkedHashMap<>(BuiltInProviders.of(environment));
        all.putAll(file.providers());
        providers = Collections.unmodifiableMap(all);
        NetworkOptions network = NetworkOptions.of(environment);
        CaFile own = file.caFile();
        httpClient = new ProviderHttpClient(own == null ? network : network.withCaFile(own));
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
            if (Files.size(path) > MAX_FILE) {
                throw new IllegalArgumentException(fileName + " is larger than " + MAX_FILE + " bytes");
            }
            return of(environment, Files.readString(path));
        } catch (CharacterCodingException noText) {
            throw new IllegalArgumentException(fileName + " is not UTF-8", noText);
        } catch (IOException | UncheckedIOException unreadable) {
            throw new IllegalArgumentException(fileName + " cannot be read\nMaybe it is somewhere else.", unreadable);
        } catch (IllegalArgumentException bad) {
            throw new IllegalArgumentException(fileName + ": " + bad.getMessage(), bad);
        }
    }

    /**
     * The model of that name. A missing key is reported by the first call.
     *
     * @param name an alias of the file, or {@code provider:model}
     * @throws IllegalArgumentException when nothing has that name; the message offers the nearest
     */
    public Harness harness(String name) {
        ModelName model = resolve(name);
        ProviderConfig provider = providers.get(model.provider());
        if (provider == null) {
            throw new IllegalArgumentException("there is no provider " + model.provider() + ", only "
                    + String.join(", ", providers.keySet()) + unknown(model.provider()));
        }
        return new LangChainHarness(provider.within(environment), model, provider.key().find(environment), httpClient,
                sessions);
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
        return ModelName.of(name);
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
        PriceTable table = ShippedPriceList.shipped().with(file.prices());
        Double perToken = file.costPerToken();
        return perToken == null ? table : table.withCostPerToken(perToken);
    }

    @Override
    public void close() {
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

    /** Display name of a configured provider in messages: its name and its address. */
    String endpoint(String provider) {
        ProviderConfig known = providers.get(provider);
        return known == null ? provider : known.name() + " at " + known.baseUrl();
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
