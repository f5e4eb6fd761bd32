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
import org.jspecify.annotations.Nullable;

/** Providers and aliases of a catalog for the server, without the places of keys. The first request opens it. */
public final class CatalogModels implements Supplier<ModelList>, AutoCloseable {

    private final Supplier<ModelCatalog> source;
    private @Nullable ModelCatalog opened;
    private boolean isClosed;

    public CatalogModels(Supplier<ModelCatalog> source) {
        this.source = source;
    }

    /**
     * The same, opened now.
     *
     * @throws IllegalArgumentException when there is no model of one of these names
     */
    public CatalogModels requireAll(List<String> names) {
        ModelCatalog catalog = catalog();
        List<?> _ = names.stream().map(catalog::resolve).map(catalog::profile).toList();
        return this;
    }

    @Override
    public ModelList get() {
        ModelCatalog catalog = catalog();
        List<ProviderLine> providers = catalog.providers().stream().map(status -> new ProviderLine(
                status.provider().name(), status.provider().kind().configName(), status.isReady(),
                status.key().name().toLowerCase(Locale.ROOT))).toList();
        return new ModelList(providers, catalog.models().entrySet().stream()
                .map(alias -> line(alias, catalog)).toList());
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        if (opened != null) {
            opened.close();
        }
    }

    private synchronized ModelCatalog catalog() {
        if (isClosed) {
            throw new IllegalStateException("the models are closed");
        }
        if (opened == null) {
            opened = source.get();
        }
        return opened;
    }

    private static AliasLine line(Map.Entry<String, ?> alias, ModelCatalog catalog) {
        String model = String.valueOf(alias.getValue());
        Price price = catalog.prices().of(model);
        return new AliasLine(alias.getKey(), model, price.inputPerMillion(), price.outputPerMillion(),
                price.cachedInputPerMillion(), price.cacheWritePerMillion(), price.reasoningPerMillion());
    }
}
