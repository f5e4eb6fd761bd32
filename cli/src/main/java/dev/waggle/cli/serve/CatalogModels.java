package dev.waggle.cli.serve;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.server.api.data.ModelsApi.AliasLine;
import dev.waggle.server.api.data.ModelsApi.ModelList;
import dev.waggle.server.api.data.ModelsApi.ProviderLine;
import dev.waggle.swarm.harness.Price;

/** Providers and aliases of a catalog for the server, without the places of keys. */
public record CatalogModels(ModelCatalog catalog) implements Supplier<ModelList> {

    @Override
    public ModelList get() {
        List<ProviderLine> providers = catalog.providers().stream().map(status -> new ProviderLine(
                status.provider().name(), status.provider().kind().configName(), status.isReady(),
                status.key().name().toLowerCase(Locale.ROOT))).toList();
        return new ModelList(providers, catalog.models().entrySet().stream().map(this::alias).toList());
    }

    private AliasLine alias(Map.Entry<String, ?> alias) {
        String model = String.valueOf(alias.getValue());
        Price price = catalog.prices().of(model);
        return new AliasLine(alias.getKey(), model, price.inputPerMillion(), price.outputPerMillion(),
                price.cachedInputPerMillion(), price.cacheWritePerMillion(), price.reasoningPerMillion());
    }
}
