/** Formulas that know no swarm: kernels with their domains, ranges and sources. */
module dev.waggle.math {
    requires static transitive org.jspecify;
    requires hipparchus.core;
    requires hipparchus.ode;
    requires hipparchus.optim;
    requires hipparchus.stat;
    requires ejml.core;
    requires ejml.ddense;
    requires ojalgo;
    requires org.jgrapht.core;

    exports dev.waggle.math;
    exports dev.waggle.math.dynamics;
    exports dev.waggle.math.dynamics.chain;
    exports dev.waggle.math.dynamics.stability;
    exports dev.waggle.math.dynamics.stopping;
    exports dev.waggle.math.game;
    exports dev.waggle.math.geometry;
    exports dev.waggle.math.inference;
    exports dev.waggle.math.inference.causal;
    exports dev.waggle.math.inference.logit;
    exports dev.waggle.math.inference.crowd;
    exports dev.waggle.math.information;
    exports dev.waggle.math.network;
    exports dev.waggle.math.system;
}
