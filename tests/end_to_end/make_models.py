# SPDX-License-Identifier: MIT
"""Makes the files of users' models that the test measures: make_models.py FOLDER, with the torch of the build."""
import os
import sys

import torch
import torch._inductor.config as inductor

# The C++ around the kernels is compiled as quickly as can be; how fast the model runs is not what is tested.
inductor.aot_inductor.compile_wrapper_opt_level = "O0"
inductor.aot_inductor.precompile_headers = False
inductor.cpp.vec_isa_ok = False
inductor.compile_threads = 1


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first = torch.nn.Linear(16, 32)
        self.second = torch.nn.Linear(32, 4)

    def forward(self, inputs):
        return self.second(torch.relu(self.first(inputs)))


def main():
    folder = sys.argv[1]
    torch.manual_seed(0)
    net = Net().eval()
    inputs = torch.randn(8, 16)
    torch.jit.script(net).save(os.path.join(folder, "scripted.pt"))
    torch.jit.trace(net, inputs).save(os.path.join(folder, "traced.pt"))
    torch.jit.script(Net().eval().bfloat16()).save(os.path.join(folder, "bf16.pt"))
    with torch.no_grad():
        exported = torch.export.export(net, (inputs,))
        torch._inductor.aoti_compile_and_package(exported, package_path=os.path.join(folder, "package.pt2"))
        exported = torch.export.export(Net().eval().bfloat16(), (inputs.bfloat16(),))
        torch._inductor.aoti_compile_and_package(exported, package_path=os.path.join(folder, "bf16.pt2"))


main()
