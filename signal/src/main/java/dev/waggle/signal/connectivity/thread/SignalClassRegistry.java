package dev.waggle.signal.connectivity.thread;

import java.util.Collection;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.waggle.signal.connectivity.ConnectivityException.SignalValidationException;
import dev.waggle.signal.connectivity.ProductSignalClass;
import dev.waggle.signal.connectivity.SignalClass;
import dev.waggle.signal.connectivity.SignalClassDefinition;

/** Registry of the classes of a layer: those of the specification, and those of the product by name. Immutable. */
public final class SignalClassRegistry {

    private final Map<String, ProductSignalClass> ofProduct;

    /** @param ofProduct each name once */
    public SignalClassRegistry(Collection<ProductSignalClass> ofProduct) {
        this.ofProduct = ofProduct.stream()
                .collect(Collectors.toUnmodifiableMap(ProductSignalClass::wireName, Function.identity()));
    }

    /** Refuses a class that is not registered, or registered with another definition. */
    void requireRegistered(SignalClassDefinition signalClass) {
        switch (signalClass) {
            case SignalClass _ -> {
            }
            case ProductSignalClass own -> requireRegistered(own);
        }
    }

    private void requireRegistered(ProductSignalClass own) {
        ProductSignalClass registered = ofProduct.get(own.wireName());
        if (registered == null) {
            throw new SignalValidationException("signalClass " + own.wireName() + " is not registered in this layer"
                    + "\nMaybe add it to ConnectivityLayerConfig.withSignalClasses.");
        }
        if (!registered.equals(own)) {
            throw new SignalValidationException("signalClass " + own.wireName() + " is registered as " + registered
                    + ", got " + own + "\nMaybe one constant should serve the configuration and the emits.");
        }
    }

    /**
     * Returns the definition that a restored signal gets: the registered one of its name, or without one that in the
     * log.
     */
    public SignalClassDefinition restored(SignalClassDefinition logged) {
        return switch (logged) {
            case SignalClass specified -> specified;
            case ProductSignalClass own -> ofProduct.getOrDefault(own.wireName(), own);
        };
    }
}
