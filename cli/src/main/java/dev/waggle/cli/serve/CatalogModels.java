package dev.waggle.cli.serve;

import java.util.List;
import java.util.function.Supplier;

import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.server.api.data.ModelsApi.ModelList;
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
        return ModelList.of(catalog());
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
}
