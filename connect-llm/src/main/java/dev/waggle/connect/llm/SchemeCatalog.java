package dev.waggle.connect.llm;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

import dev.waggle.connect.llm.provider.ModelName;
import dev.waggle.connect.llm.provider.ProviderRuntime;
import dev.waggle.signal.harness.CallMeter.TokenPricing;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.swarm.harness.ModelScheme;
import dev.waggle.swarm.harness.ModelScheme.SchemeModels;
import dev.waggle.swarm.harness.ModelScheme.SchemeOptions;

/** Models of the schemes that are registered as services. Each scheme is opened by its first model. Thread-safe. */
final class SchemeCatalog implements AutoCloseable {

    private final Map<String, ModelScheme> schemes;
    private final Map<String, String> environment;
    private final Map<String, SchemeModels> opened = new LinkedHashMap<>();
    private boolean closed;

    private SchemeCatalog(Map<String, ModelScheme> schemes, Map<String, String> environment) {
        this.schemes = schemes;
        this.environment = Map.copyOf(environment);
    }

    static SchemeCatalog of(Map<String, String> environment) {
        Map<String, ModelScheme> schemes = new LinkedHashMap<>();
        for (ModelScheme scheme : ServiceLoader.load(ModelScheme.class, ModelScheme.class.getClassLoader())) {
            schemes.putIfAbsent(scheme.scheme(), scheme);
        }
        return new SchemeCatalog(schemes, environment);
    }

    /** True if names of models may begin with that scheme. */
    static boolean isRegistered(String scheme) {
        return of(Map.of()).has(scheme);
    }

    boolean has(String scheme) {
        return schemes.containsKey(scheme);
    }

    Harness harness(ModelName model, Optional<TokenPricing> pricing, ProviderRuntime runtime) {
        String name = model.toString();
        return models(model).harness(name, new SchemeOptions(pricing, runtime.secrets().values(),
                line -> runtime.learned().sayOnce(name, line).ifPresent(runtime.notices())));
    }

    Optional<HarnessFailure> keyFailure(ModelName model) {
        return models(model).keyFailure(model.toString());
    }

    Optional<HarnessFailure> failure(ModelName model) throws InterruptedException {
        return models(model).failure(model.toString());
    }

    String endpoint(ModelName model) {
        return models(model).endpoint(model.toString());
    }

    @Override
    public synchronized void close() {
        closed = true;
        opened.values().forEach(SchemeModels::close);
    }

    private synchronized SchemeModels models(ModelName model) {
        ModelScheme scheme = schemes.get(model.provider());
        if (scheme == null || closed) {
            throw new IllegalStateException("the models of " + model.provider() + " are closed");
        }
        return opened.computeIfAbsent(model.provider(), _ -> scheme.open(environment));
    }
}
