package dev.waggle.server.api.data;

import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.http.AnswerForm;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.ApiDoc;
import dev.waggle.server.http.HttpVerb;
import dev.waggle.server.http.Operation;
import dev.waggle.swarm.harness.Price;
import org.jspecify.annotations.Nullable;

/** Providers of models and the aliases of the models file. No key and no place of a key is shown. */
public final class ModelsApi {

    private final Supplier<ModelList> models;

    public ModelsApi(Supplier<ModelList> models) {
        this.models = models;
    }

    /** Its operations. */
    public List<Operation> operations() {
        return List.of(Operation.of("listModels", HttpVerb.GET, "/v1/models",
                "Lists providers of models, and the aliases with their prices.",
                _ -> ApiAnswer.ofRecord(models.get()))
                .answering(AnswerForm.json(200, "Providers and aliases.", ModelList.class))
                .in("models").needing(AccessScope.READ));
    }

    /** Providers and aliases. */
    public record ModelList(@ApiDoc("Known providers.") List<ProviderLine> providers,
            @ApiDoc("Aliases of the models file.") List<AliasLine> aliases) {

        public ModelList {
            providers = List.copyOf(providers);
            aliases = List.copyOf(aliases);
        }

        /** The providers and aliases of a catalog, without the places of keys. */
        public static ModelList of(ModelCatalog catalog) {
            List<ProviderLine> providers = catalog.providers().stream().map(status -> new ProviderLine(
                    status.provider().name(), status.provider().kind().configName(), status.isReady(),
                    status.key().name().toLowerCase(Locale.ROOT))).toList();
            return new ModelList(providers, catalog.models().entrySet().stream().map(alias -> {
                String model = String.valueOf(alias.getValue());
                return AliasLine.of(alias.getKey(), model, catalog.prices().of(model));
            }).toList());
        }
    }

    /** A provider. */
    public record ProviderLine(@ApiDoc("Its name, before the colon of a model.") String name,
            @ApiDoc("The form of its requests.") String kind, @ApiDoc("Whether it can be called.") boolean ready,
            @ApiDoc("found, missing, not_needed or unusable.") String key) {}

    /** An alias with its price in USD per million tokens. */
    public record AliasLine(@ApiDoc("The alias.") String alias, @ApiDoc("provider:model") String model,
            @ApiDoc("Price of tokens read.") double inputPerMillion,
            @ApiDoc("Price of tokens written.") double outputPerMillion,
            @ApiDoc("Price of cached tokens, if it differs.") @Nullable Double cachedInputPerMillion,
            @ApiDoc("Price of tokens written to a cache, if it differs.") @Nullable Double cacheWritePerMillion,
            @ApiDoc("Price of thinking, if it differs.") @Nullable Double reasoningPerMillion) {

        /** The line of an alias. */
        public static AliasLine of(String alias, String model, Price price) {
            return new AliasLine(alias, model, price.inputPerMillion(), price.outputPerMillion(),
                    price.cachedInputPerMillion(), price.cacheWritePerMillion(), price.reasoningPerMillion());
        }
    }
}
